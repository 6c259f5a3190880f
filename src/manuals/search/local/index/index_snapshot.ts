import type {
  Corpus,
  CorpusFile,
  FileProblem,
} from "../../../library/corpus.ts";
import type { UnscannedFile } from "../../engine.ts";
import type { IndexView } from "./index_view.ts";

/** The index at one moment. */
export interface IndexSnapshot {
  /** The manual's directory. */
  readonly root: string;
  readonly view: IndexView;
  /** What of the manual is not in the view. */
  readonly unscanned: readonly UnscannedFile[];
  /** Another one for every state of that directory's files. */
  readonly version: string;
}

/** What a search over an index leaves out; no corpus: not listed yet. */
export function unscannedFiles(
  corpus: Corpus | undefined,
  problems: ReadonlyMap<string, FileProblem>,
  todo: readonly CorpusFile[],
): UnscannedFile[] {
  // What is left out is the manual itself.
  if (!corpus) return [{ path: "", reason: "time_budget" }];
  const unscanned: UnscannedFile[] = [...corpus.skipped];
  for (const [path, reason] of problems) unscanned.push({ path, reason });
  for (const { path } of todo) {
    unscanned.push({ path, reason: "time_budget" });
  }
  return unscanned;
}
