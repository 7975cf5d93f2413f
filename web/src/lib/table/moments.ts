/** When something is seen and when it is touched, on the clock of the page. */

/** Runs once the frame that is to be drawn next has been drawn: in the first task after it, or at the next frame if
 *  tasks have to wait for that long. */
export function afterFrame(then: () => void): void {
  requestAnimationFrame(() => {
    let done = false;
    const once = () => {
      if (!done) then();
      done = true;
    };
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      once();
    };
    port2.postMessage(null);
    requestAnimationFrame(once);
  });
}

let touched: number | null = null;

/** A busy page handles a touch late: what counts is when the finger came down. */
function touch(event: Event): void {
  touched = event.timeStamp;
  setTimeout(() => (touched = null));
}

for (const kind of ["pointerdown", "click", "keydown"]) addEventListener(kind, touch, { capture: true });

/** When the touch was made that is being handled; now, if none is. */
export function touchedAt(): number {
  return touched ?? performance.now();
}
