/** One clock for all that counts down on the table. */
class Ticker {
  beat = $state(0);
  #users = 0;
  #timer = 0;

  /** To be used in an effect; stops with its last user. */
  run(): () => void {
    if (this.#users++ === 0) this.#timer = window.setInterval(() => this.beat++, 100);
    return () => {
      if (--this.#users === 0) clearInterval(this.#timer);
    };
  }
}

export const ticker = new Ticker();
