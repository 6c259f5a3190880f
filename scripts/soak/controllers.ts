/** Counts what can abort something, and whoever listens to it, while alive. */
export interface ControllerWatch {
  /** Controllers created since whose signal was not collected yet. */
  readonly alive: number;
  /** Whoever still listens to a signal that was neither aborted nor collected. */
  readonly listeners: number;
  /** Watches no longer. */
  stop(): void;
}

/**
 * Watches every `AbortController` of this process: each call has one, and a
 * listener that is left on one keeps it alive with all that the call held. One
 * that is left on a signal which outlives its call holds little, and for good.
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
  const listeners = watchListeners();
  return {
    get alive(): number {
      return alive;
    },
    get listeners(): number {
      return listeners.count;
    },
    stop(): void {
      globalThis.AbortController = Original;
      listeners.stop();
    },
  };
}

/** Watches who begins to listen to a signal, and who ceases. */
function watchListeners(): { readonly count: number; stop(): void } {
  const { prototype } = AbortSignal;
  const { addEventListener: add, removeEventListener: remove } = prototype;
  let count = 0;
  // Neither keeps the signal alive, nor those who listen to it.
  const heard = new WeakMap<AbortSignal, { count: number }>();
  const registry = new FinalizationRegistry<{ count: number }>((gone) => {
    count -= gone.count;
  });
  function change(signal: AbortSignal, by: number): void {
    let listeners = heard.get(signal);
    if (!listeners) {
      listeners = { count: 0 };
      heard.set(signal, listeners);
      registry.register(signal, listeners);
      const ceaseAll = (): void =>
        change(signal, -(heard.get(signal)?.count ?? 0));
      add.call(signal, "abort", ceaseAll, { once: true });
    }
    // Whoever ceases after all have ceased changes nothing.
    const changed = Math.max(0, listeners.count + by);
    count += changed - listeners.count;
    listeners.count = changed;
  }
  prototype.addEventListener = function (
    this: AbortSignal,
    ...args: Parameters<typeof add>
  ): void {
    add.apply(this, args);
    if (!this.aborted) change(this, 1);
  };
  prototype.removeEventListener = function (
    this: AbortSignal,
    ...args: Parameters<typeof remove>
  ): void {
    remove.apply(this, args);
    change(this, -1);
  };
  return {
    get count(): number {
      return count;
    },
    stop(): void {
      prototype.addEventListener = add;
      prototype.removeEventListener = remove;
    },
  };
}
