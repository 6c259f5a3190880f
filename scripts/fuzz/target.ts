import type fc from "fast-check";

/** What came of one case. */
export interface Verdict {
  /** What is wrong; absent when all is well. */
  readonly problem?: string | undefined;
  /** How many frames, calls or files the case was about. */
  readonly units: number;
}

/** A target that is ready to be fuzzed. */
export interface OpenTarget<I> extends Partial<AsyncDisposable> {
  /** The inputs that it is tried with. */
  readonly inputs: fc.Arbitrary<I>;
  /** Tries an input. What it throws is a finding too. */
  check(input: I): Verdict | Promise<Verdict>;
  /** The input as a person can read and paste it; as JSON if absent. */
  show?(input: I): string;
}

/** Something that meets input from outside, and what must hold for it. */
export interface Target<I = unknown> {
  readonly name: string;
  /** What its units are called. */
  readonly unit: string;
  /** Prepares it; a string says why it cannot be fuzzed. */
  open(): Promise<OpenTarget<I> | string> | OpenTarget<I>;
}
