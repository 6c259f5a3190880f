import type { Runtime } from "../runtime/runtime.ts";
import { oneLine } from "../text/plain.ts";
import { fitTo } from "../text/width.ts";

/** What a status line needs from the machine. */
export type StatusRuntime = Pick<
  Runtime,
  "isTerminal" | "env" | "columns" | "writeStderr"
>;

const USUAL_COLUMNS = 80;
const CLEAR = "\r\x1b[K";

/**
 * A line at the end of a terminal's standard error that is written over and
 * over, and goes away. Without a terminal that can do that, nothing is ever
 * written.
 */
export class StatusLine {
  readonly #runtime: StatusRuntime;
  /** Whether anyone can see it. */
  readonly isSeen: boolean;
  #isShown = false;

  /** Shows nothing yet. */
  constructor(runtime: StatusRuntime) {
    this.#runtime = runtime;
    this.isSeen = runtime.isTerminal("stderr") &&
      runtime.env("TERM") !== "dumb";
  }

  /** Shows a text in place of the last one, cut to the terminal's width. */
  show(text: string): void {
    if (!this.isSeen) return;
    // In the last column the cursor would go on to the next line.
    const columns = (this.#runtime.columns() ?? USUAL_COLUMNS) - 1;
    this.#runtime.writeStderr(CLEAR + fitTo(oneLine(text), columns));
    this.#isShown = true;
  }

  /** Takes it away; the next text brings it back. */
  clear(): void {
    if (this.#isShown) this.#runtime.writeStderr(CLEAR);
    this.#isShown = false;
  }
}
