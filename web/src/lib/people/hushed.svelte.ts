/** Whom this device does not want to hear, by table and name. It is forgotten with the tab. */
const KEY = "tablee.hushed";

class Hushed {
  #who = $state.raw<readonly string[]>(read());

  has(code: string, name: string | undefined): boolean {
    return !!name && this.#who.includes(`${code} ${name}`);
  }

  set(code: string, name: string, on: boolean): void {
    const key = `${code} ${name}`;
    this.#who = [...this.#who.filter((k) => k !== key), ...(on ? [key] : [])];
    try {
      sessionStorage.setItem(KEY, JSON.stringify(this.#who));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}

function read(): readonly string[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}

export const hushed = new Hushed();
