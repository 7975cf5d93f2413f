/** The back key of a phone closes what lies on top, one thing at a time; it leaves the page only from the page. */

interface Layer {
  close: () => void;
}

const layers: Layer[] = [];
let expected = 0;
let waiting: (() => void)[] = [];
let late: ReturnType<typeof setTimeout> | undefined;

function depth(state: unknown): number {
  return (state as { layer?: number } | null)?.layer ?? 0;
}

/** Something opens over the page. What comes back takes it away again, whoever closed it. */
export function overlay(close: () => void): () => void {
  const layer = { close };
  layers.push(layer);
  const mine = layers.length;
  history.pushState({ ...(history.state as object | null), layer: mine }, "");
  return () => {
    const at = layers.indexOf(layer);
    if (at >= 0) layers.splice(at, 1);
    // Closed on the page: its entry goes too, unless somebody has gone elsewhere meanwhile.
    if (at >= 0 && depth(history.state) === mine) {
      expected++;
      history.back();
      clearTimeout(late);
      late = setTimeout(settle, 1_000);
    }
  };
}

/** Whether something lies on top of the page, in the history of the browser. */
export function covered(): boolean {
  return depth(history.state) > 0;
}

/**
 * Does something with the history once no step of ours is under way in it: the browser takes its time to step back,
 * and whatever is put there meanwhile would be left behind.
 */
export function settled(then: () => void): void {
  if (expected === 0) then();
  else waiting.push(then);
}

function settle(): void {
  expected = 0;
  clearTimeout(late);
  const all = waiting;
  waiting = [];
  for (const then of all) then();
}

/** Handles a step back; true if it only closed something. */
export function stepBack(event: PopStateEvent): boolean {
  if (expected > 0) {
    if (--expected === 0) settle();
    return true;
  }
  if (layers.length <= depth(event.state)) return false;
  layers.pop()?.close();
  return true;
}
