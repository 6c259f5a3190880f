/** Counts what can abort something, and whoever listens to it, while alive. */
export interface ControllerWatch {
  /** Controllers created since whose signal was not collected yet. */
  readonly alive: number;
  /** Watches no longer. */
  stop(): void;
}

/**
 * Watches every `AbortController` of this process: each call has one, and a
 * listener that is left on one keeps it alive with all that the call held.
 */
export function watchControllers(): ControllerWatch {
  const Original = globalThis.AbortController;
  let alive = 0;
  const registry = new FinalizationRegistry<undefined>(() => void alive--);
  class Watched extends Original {
    constructor() {
      super();
      alive++;
      // Whoever keeps the controller keeps its signal, but not the reverse.
      registry.register(this.signal, undefined);
    }
  }
  globalThis.AbortController = Watched;
  return {
    get alive(): number {
      return alive;
    },
    stop(): void {
      globalThis.AbortController = Original;
    },
  };
}
