/** The secrets that give this device its seats back, by table. */
const TOKENS = "tablee.tokens";

export function tokens(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(TOKENS) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

export function keepToken(code: string, token: string): void {
  const all = { ...tokens(), [code]: token };
  const latest = Object.fromEntries(Object.entries(all).slice(-24));
  try {
    localStorage.setItem(TOKENS, JSON.stringify(latest));
  } catch {
    // Without storage the seat lasts as long as the page.
  }
}

export function dropToken(code: string): void {
  const { [code]: _, ...others } = tokens();
  try {
    localStorage.setItem(TOKENS, JSON.stringify(others));
  } catch {
    // There was nothing to forget.
  }
}
