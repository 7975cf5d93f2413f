/** The back key of a phone closes what lies on top, one thing at a time; it leaves the page only from the page. */

interface Layer {
  close: () => void;
}

const layers: Layer[] = [];
let expected = 0;

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
    }
  };
}

/** Whether something lies on top of the page, in the history of the browser. */
export function covered(): boolean {
  return depth(history.state) > 0;
}

/** Handles a step back; true if it only closed something. */
export function stepBack(event: PopStateEvent): boolean {
  if (expected > 0) {
    expected--;
    return true;
  }
  if (layers.length <= depth(event.state)) return false;
  layers.pop()?.close();
  return true;
}
