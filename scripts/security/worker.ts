/** Judges expressions in a thread of its own, one after another. */
import { judgeRegex, type RegexVerdict } from "./judge_regex.ts";

/** An expression to be judged, and its answer, by number. */
export interface RegexQuestion {
  readonly index: number;
  readonly source: string;
  readonly flags: string;
}

/** The verdict on the question of that number. */
export interface RegexAnswer extends RegexVerdict {
  readonly index: number;
}

// The type checker takes this module for a window's.
const thread = self as unknown as {
  onmessage: (event: MessageEvent<RegexQuestion>) => void;
  postMessage(answer: RegexAnswer): void;
};

thread.onmessage = async ({ data: { index, source, flags } }) => {
  thread.postMessage({ index, ...await judgeRegex({ source, flags }) });
};
