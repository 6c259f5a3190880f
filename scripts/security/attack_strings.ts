import type { Part } from "./parse_regex.ts";

/** What leads to a repetition, and what it repeats. */
export interface Attack {
  readonly prefix: string;
  readonly pump: string;
}

// Ends that make a match fail late, or only just succeed.
const SUFFIXES = ["", "\0", "!", "\n", " x", ".a", "a", "x\n", "!\0\n!"];
const LATE_FAILURE = "!\0\n!";

/** Ways into each unbounded repetition of a pattern. */
export function attacksOn(pattern: Part): Attack[] {
  const attacks = new Map<string, Attack>();
  for (const choice of [0, 1, 2]) {
    // With each earlier repetition taken as rarely as possible, and once more.
    for (const more of [0, 1]) {
      walk(pattern, "", { choice, more }, (attack) => {
        attacks.set(JSON.stringify(attack), attack);
      });
    }
  }
  return [...attacks.values()];
}

/** Strings of about `length` characters made from an attack. */
export function attackStrings(
  { prefix, pump }: Attack,
  length: number,
): string[] {
  const times = (text: string): number =>
    Math.max(1, Math.floor(length / text.length));
  const run = pump.repeat(times(pump));
  const both = prefix + pump;
  const beginnings = prefix === "" ? "" : prefix.repeat(times(prefix));
  return [
    ...SUFFIXES.map((suffix) => prefix + run + suffix),
    both.repeat(times(both)),
    prefix + run + both,
    // Every prefix begins a match that fails only where all of them do.
    beginnings,
    beginnings + LATE_FAILURE,
  ];
}

interface Walk {
  readonly choice: number;
  readonly more: number;
}

/** Calls `found` for each repetition; gives what leads past the part. */
function walk(
  part: Part,
  prefix: string,
  options: Walk,
  found: (attack: Attack) => void,
): string {
  switch (part.kind) {
    case "empty":
      return prefix;
    case "char":
      return prefix + sampleOf(part, options.choice);
    case "group": {
      const ends = part.options.map((option) =>
        option.reduce((at, inner) => walk(inner, at, options, found), prefix)
      );
      return ends[options.choice % ends.length] ?? prefix;
    }
    case "repeat": {
      const once = walk(part.part, prefix, options, found);
      if (part.max > LONG) {
        for (const pump of textsOf(part.part)) {
          if (pump !== "") found({ prefix, pump });
        }
      }
      const one = once.slice(prefix.length);
      const count = Math.min(part.min + options.more, part.max, LONG);
      return prefix + one.repeat(count);
    }
  }
}

/** Repetitions up to this many are not worth an attack. */
export const LONG = 8;

function sampleOf(
  part: Part & { kind: "char" },
  choice: number,
): string {
  return part.samples[choice % Math.max(1, part.samples.length)] ?? "";
}

/** A few texts that a part matches. */
function textsOf(part: Part): string[] {
  const texts = new Set<string>();
  const ignore = (): void => {};
  for (const choice of [0, 1, 2]) {
    for (const more of [0, 1]) {
      texts.add(walk(part, "", { choice, more }, ignore));
    }
  }
  return [...texts];
}
