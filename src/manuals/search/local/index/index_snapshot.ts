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

/**
 * What a search over an index leaves out, first what there was no time for: the
 * rest is the same the next time. No corpus: not listed yet.
 */
export function unscannedFiles(
  corpus: Corpus | undefined,
  problems: ReadonlyMap<string, FileProblem>,
  todo: readonly CorpusFile[],
): UnscannedFile[] {
  // What is left out is the manual itself.
  if (!corpus) return [{ path: "", reason: "time_budget" }];
  const unscanned: UnscannedFile[] = todo.map(({ path }) => (
    { path, reason: "time_budget" }
  ));
  for (const skipped of corpus.skipped) unscanned.push(skipped);
  for (const [path, reason] of problems) unscanned.push({ path, reason });
  return unscanned;
}
