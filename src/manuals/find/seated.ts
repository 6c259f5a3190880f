import type { Spread } from "./diversity.ts";

/** A candidate in its final place, and what put it there. */
export interface Seated extends Spread {
  readonly seat: "ranked" | "gate_top" | "exploration";
}
