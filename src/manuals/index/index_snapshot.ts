import type { FileProblem } from "../corpus.ts";
import type { IndexView } from "./index_view.ts";

/** A file that a search could not look into. */
export interface UnscannedFile {
  /** Relative to the manual. */
  readonly path: string;
  /** Why it was not searched. */
  readonly reason: FileProblem | "time_budget";
}

/** The index at one moment. */
export interface IndexSnapshot {
  /** The manual's directory. */
  readonly root: string;
  readonly view: IndexView;
  /** Files of the manual that are not in the view. */
  readonly unscanned: readonly UnscannedFile[];
  /** Another number for every state of that directory's files. */
  readonly version: number;
}
