/** What this device knows of deals that many tables play: its table for each, and the secret that closes one that
 *  was opened here. Kept on the device, and nowhere else. */

export interface OwnDeal {
  /** The code of this device's table. */
  table?: string;
  /** It closes the deal. */
  token?: string;
}

const KEY = "tablee.deals";
const MOST = 24;

function all(): Record<string, OwnDeal> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, OwnDeal>;
  } catch {
    return {};
  }
}

export const ownDeal = (code: string): OwnDeal => all()[code] ?? {};

export function keepDeal(code: string, more: OwnDeal): void {
  const { [code]: before, ...others } = all();
  const latest = Object.entries({ ...others, [code]: { ...before, ...more } }).slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(latest)));
  } catch {
    // Without storage the deal can be closed as long as the page is open.
  }
}
