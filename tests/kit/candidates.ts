import {
  type Candidate,
  SIGNALS,
} from "../../src/manuals/search/local/rank/candidate.ts";
import { SectionKeys } from "../../src/manuals/search/local/rank/section_keys.ts";
import { partsOf } from "./hits.ts";

const KEYS = new SectionKeys();

/** A candidate with the given path and score. */
export function candidate(
  path: string,
  score: number,
  more: {
    line?: number;
    coverage?: number;
    signals?: (keyof typeof SIGNALS)[];
  } = {},
): Candidate {
  const { key, file } = KEYS.of(path, more.line ?? 1);
  return {
    row: 0,
    key,
    file,
    path,
    startLine: more.line ?? 1,
    score,
    parts: partsOf(score),
    coverage: more.coverage ?? 0,
    matched: [],
    matchedCounts: [],
    signals: (more.signals ?? []).reduce((all, s) => all | SIGNALS[s], 0),
  };
}
