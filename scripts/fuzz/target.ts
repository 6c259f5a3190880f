import type { Random } from "./random.ts";

/** What came of one case. */
export interface Verdict {
  /** What is wrong; absent when all is well. */
  readonly problem?: string | undefined;
  /** How many frames, calls or files the case was about. */
  readonly units: number;
}

/** A target that is ready to be fuzzed. */
export interface OpenTarget<I> extends AsyncDisposable {
  /** Makes the input of one case. */
  make(random: Random): I;
  /** Tries an input. What it throws is a finding too. */
  check(input: I): Verdict | Promise<Verdict>;
  /** Inputs a little smaller, for the search of the smallest that fails. */
  smaller(input: I): Iterable<I>;
  /** The input as a person can read and paste it. */
  show(input: I): string;
}

/** Something that meets input from outside, and what must hold for it. */
export interface Target<I = unknown> {
  readonly name: string;
  /** What its units are called. */
  readonly unit: string;
  /** Prepares it; a string says why it cannot be fuzzed. */
  open(): Promise<OpenTarget<I> | string>;
}

/** Closes nothing: for targets that hold nothing open. */
export async function nothingToClose(): Promise<void> {}
