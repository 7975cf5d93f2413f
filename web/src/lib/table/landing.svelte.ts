/** What came of a move is told once its cards have landed: nobody reads who won while they still fly. */
export class Landing {
  #flying = $state(0);
  #all: Promise<void> = Promise.resolve();

  /** Whether anything is on its way. */
  get flying(): boolean {
    return this.#flying > 0;
  }

  /** Something flies until this ends. */
  hold(landed: Promise<void>): void {
    this.#flying += 1;
    this.#all = Promise.all([this.#all, landed.catch(() => undefined)]).then(() => {
      this.#flying -= 1;
    });
  }

  /** At once where nothing flies, otherwise when all that flies now has landed; always in the order of the calls. */
  after(tell: () => void): void {
    if (!this.flying) tell();
    else this.#all = this.#all.then(tell);
  }
}
