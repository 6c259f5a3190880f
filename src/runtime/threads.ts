/**
 * Threads beside the one that serves, for work that would hold it up. They share
 * no objects with it: plain data is copied over, and shared memory shared.
 *
 * @module
 */

/** The way to the other side of a thread. */
export interface Port {
  /** Sends a copy of plain data. */
  post(message: unknown): void;
  /** Ends the thread, from within as from without; a busy loop goes on. */
  close(): void;
}

/** Told what a thread sends, and of its end. */
export interface ThreadListener {
  /** Takes what the thread sends. */
  message(data: unknown): void;
  /** The thread has died: nothing else will come. */
  died(error: unknown): void;
}

/** Starts threads. */
export interface Threads {
  /** How many can be busy without holding this one up; at least one. */
  spare(): Promise<number>;
  /** Runs `src/worker.ts` in a thread of its own. */
  start(listener: ThreadListener): Promise<Port>;
  /** In such a thread: takes what is sent to it. */
  listen(message: (data: unknown) => void): Promise<Port>;
}
