import type { Named } from "./attribution.ts";
import type { Source } from "./read_output.ts";
import type { References } from "./references.ts";

/** What stands behind a number. */
export interface Numbered {
  readonly sources: readonly Pick<Source, "url">[];
  /** What the model wrote there. */
  readonly text: string;
}

/** The numbers of an answer's sources. */
export interface Numbering {
  /** By number, in order; empty where the text refers to none of them. */
  readonly slots: ReadonlyMap<number, Numbered>;
  /** Those that the text refers to. */
  readonly referred: ReadonlySet<number>;
  /** Those that it refers to and nobody explains. */
  readonly unknown: readonly number[];
}

const NONE: Numbering = { slots: new Map(), referred: new Set(), unknown: [] };

/**
 * Tells which number stands for which source: by the model's numbered list, by
 * links and annotations whose words are a number, or else by the order of an
 * unnumbered list, if it is long enough for every reference.
 */
export function numberSources(
  { entries, links, cited }: Named & { readonly cited: readonly Source[] },
  references: References,
): Numbering {
  const known = new Map<number, { sources: Source[]; text: string }>();
  const linked = new Set<number>();
  for (const { number, sources, text } of entries) {
    if (number === undefined) continue;
    const slot = known.get(number);
    if (slot) slot.sources.push(...sources);
    else known.set(number, { sources: [...sources], text });
  }
  const listed = new Set(known.keys());
  for (const source of [...links, ...cited]) {
    const { number, url } = source;
    if (number === undefined) continue;
    linked.add(number);
    if (listed.has(number)) continue;
    const slot = known.get(number);
    if (slot) slot.sources.push(source);
    else known.set(number, { sources: [source], text: url });
  }
  const { certain, possible, alike } = references;
  const unmarked = entries.some((entry) => entry.unmarked) ? alike : [];
  if (known.size === 0 && Math.max(...certain) <= entries.length) {
    for (const [i, { sources, text }] of entries.entries()) {
      known.set(i + 1, { sources: [...sources], text });
    }
  }
  const referred = new Set(
    [...certain, ...possible, ...unmarked, ...linked]
      .filter((n) => known.has(n)),
  );
  if (referred.size === 0 && !countsFromOne(certain)) return NONE;
  return {
    slots: new Map([...known].sort(([a], [b]) => a - b)),
    referred,
    unknown: [...certain].filter((n) => !known.has(n)),
  };
}

/** Numbers that nobody explains are references if they count like them. */
function countsFromOne(numbers: ReadonlySet<number>): boolean {
  return numbers.size > 0 && Math.max(...numbers) === numbers.size &&
    !numbers.has(0);
}
