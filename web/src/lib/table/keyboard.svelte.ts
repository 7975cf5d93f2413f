/** The keyboard of a phone takes half of the screen. Where the browser does not make the page smaller for it, the
 *  visible part is measured; while somebody types on so low a screen, only what is needed for typing stays. */

/** A screen on which a keyboard leaves less than this has to do without the rest. */
const LOW = 560;

export class Keyboard {
  /** How high the part of the page is that can be seen. */
  high = $state(innerHeight);
  #inside = $state(false);

  /** Somebody types, and there is little room. */
  get crowds(): boolean {
    return this.#inside && this.high < LOW;
  }

  /** To be used on the element that the fields lie in. */
  watch(root: HTMLElement): () => void {
    const view = window.visualViewport;
    const field = (target: EventTarget | null): boolean =>
      target instanceof HTMLInputElement && !["range", "checkbox", "radio"].includes(target.type);
    const measure = (): void => {
      // A page that somebody has zoomed into is only looked at closely.
      const zoomed = (view?.scale ?? 1) > 1.01;
      this.high = Math.round(
        zoomed || !this.#inside ? innerHeight : Math.min(innerHeight, view?.height ?? innerHeight),
      );
      const covered = innerHeight - this.high > 60;
      root.style.setProperty("--ecran", covered ? `${this.high}px` : "");
      if (covered) scrollTo(0, 0);
    };
    const look = (): void => {
      this.#inside = root.contains(document.activeElement) && field(document.activeElement);
      measure();
    };
    // The focus also goes while the page is being drawn.
    const turned = (): void => queueMicrotask(look);
    // A field that was taken away has the focus no longer, and says nothing.
    const gone = new MutationObserver(() => this.#inside && !field(document.activeElement) && look());
    root.addEventListener("focusin", turned);
    root.addEventListener("focusout", turned);
    gone.observe(root, { childList: true, subtree: true });
    view?.addEventListener("resize", measure);
    addEventListener("resize", measure);
    turned();
    return () => {
      gone.disconnect();
      root.removeEventListener("focusin", turned);
      root.removeEventListener("focusout", turned);
      view?.removeEventListener("resize", measure);
      removeEventListener("resize", measure);
    };
  }
}
