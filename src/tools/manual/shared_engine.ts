/** What {@linkcode SharedEngine} can share. */
export interface Engine {
  /** Stops all work; a later call may start it again. */
  close(): Promise<void> | void;
}

/** An engine that calls share: opened by the first one, closed under none. */
export class SharedEngine<E extends Engine> {
  readonly #open: () => Promise<E>;
  #engine: Promise<E> | undefined;
  #calls = 0;
  #resting = false;

  /** Opens nothing yet. */
  constructor(open: () => Promise<E>) {
    this.#open = open;
  }

  /** Runs a call with the engine. */
  async use<T>(work: (engine: E) => Promise<T> | T): Promise<T> {
    this.#calls++;
    this.#resting = false;
    try {
      return await work(await this.#opened());
    } finally {
      this.#calls--;
      if (this.#resting) await this.rest();
    }
  }

  /** Closes the engine as soon as no call uses it. */
  async rest(): Promise<void> {
    this.#resting = this.#calls > 0;
    if (!this.#resting) await (await this.#engine)?.close();
  }

  #opened(): Promise<E> {
    if (this.#engine) return this.#engine;
    const opening = this.#engine = this.#open();
    // The call hears of a failure; the next one tries again.
    opening.catch(() => this.#engine = undefined);
    return opening;
  }
}
