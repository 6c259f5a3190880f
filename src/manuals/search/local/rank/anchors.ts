// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
/**
 * Links as evidence: what a page says in linking to another one is a name of
 * that one, often in words which it does not use itself.
 *
 * @module
 */
import type { IndexView } from "../index/index_view.ts";
import type { LinkTarget } from "../index/link_targets.ts";
import { lowerBound } from "../index/lower_bound.ts";
import type { ScoreBoard } from "../index/score_board.ts";
import { inverseFrequency, type WeightedTerm } from "./base_score.ts";
import type { TitleCover, TitleReader } from "./title_reader.ts";

// A link that says less of the query than this share tells nothing of it.
const MIN_SHARE = 0.2;
const STEEPNESS = 2;

/** What {@linkcode addAnchors} needs to know. */
export interface AnchorOptions {
  readonly terms: readonly WeightedTerm[];
  /** How much a link counts that says all of the query and nothing else. */
  readonly weight: number;
  /** Compares what links of a segment say with the query. */
  readonly readerOf: (at: number) => TitleReader;
}

/** The sections, and files as a whole, that links gave a score to. */
export class Anchored {
  readonly #gains = new Map<string, { target: LinkTarget; gain: number }>();

  /** What links gave to each. */
  get gains(): Iterable<{ target: LinkTarget; gain: number }> {
    return this.#gains.values();
  }

  /** Takes what a link gives, if none gave more. */
  add(target: LinkTarget, gain: number): void {
    const key = keyOf(target);
    const known = this.#gains.get(key);
    if (!known) this.#gains.set(key, { target, gain });
    else known.gain = Math.max(known.gain, gain);
  }

  /** Tells whether links lead to a section or to its file. */
  has(target: LinkTarget): boolean {
    return this.#gains.size > 0 && (this.#gains.has(keyOf(target)) ||
      this.#gains.has(keyOf({ ...target, section: -1 })));
  }
}

function keyOf({ segment, file, section }: LinkTarget): string {
  return `${segment} ${file} ${section}`;
}

/**
 * Adds to `board`, for each place that links lead to, what the best of them
 * says of the query: many links that say the same prove no more than one.
 */
export function addAnchors(
  view: IndexView,
  board: ScoreBoard,
  { terms, weight, readerOf }: AnchorOptions,
): Anchored {
  const anchored = new Anchored();
  if (weight === 0) return anchored;
  linksSaying(view, terms).forEach((links, at) => {
    if (links.length === 0) return;
    const reader = readerOf(at);
    const { columns: { linkFile }, deadFiles } = view.segments[at]!;
    for (const link of links) {
      if (deadFiles[linkFile[link]!] !== 0) continue;
      const gain = linkGain(reader, link);
      if (gain <= 0) continue;
      for (const target of view.links.of(at, link)) anchored.add(target, gain);
    }
  });
  for (const { target: { segment, file, section }, gain } of anchored.gains) {
    const scores = board.of(segment);
    if (section < 0) scores.addFile(file, weight * gain);
    else scores.addSection(section, weight * gain);
  }
  return anchored;
}

/** What a link of a reader's segment says of the query. */
function linkGain(reader: TitleReader, link: number): number {
  return gainOf(reader.readLink(link));
}

/** By segment, the links that say a good part of what is looked for. */
function linksSaying(
  view: IndexView,
  terms: readonly WeightedTerm[],
): readonly (readonly number[])[] {
  const worths = terms.map(({ term, weight }) => ({
    ...view.find(term),
    worth: weight * inverseFrequency(view.rows, view.sectionsWith(term)),
  })).sort((a, b) => b.worth - a.worth);
  const enough = MIN_SHARE *
    worths.reduce((sum, { worth }) => sum + worth, 0);
  return view.segments.map(({ columns, sectionCount }, at) => {
    const { linkTerms, linkTermStart, linkLists, linkFile } = columns;
    if (linkFile.length === 0) return [];
    // Such a segment holds links that were looked for elsewhere.
    if (sectionCount === 0) return [...linkFile.keys()];
    const said = new Map<number, number>();
    // Links without any of the first terms cannot say enough with the last.
    let left = worths.reduce((sum, { worth }) => sum + worth, 0);
    for (const { lists, worth } of worths) {
      const mayBegin = left >= enough;
      left -= worth;
      const list = lists[at]!;
      const place = list < 0 ? -1 : lowerBound(linkTerms, list);
      if (place < 0 || linkTerms[place] !== list) continue;
      const end = linkTermStart[place + 1]!;
      for (let i = linkTermStart[place]!; i < end; i++) {
        const link = linkLists[i]!;
        const before = said.get(link);
        if (before !== undefined) said.set(link, before + worth);
        else if (mayBegin) said.set(link, worth);
      }
    }
    return [...said].filter(([, worth]) => worth >= enough)
      .map(([link]) => link);
  });
}

/** The more of the link the query says, and of the query the link. */
function gainOf({ covered, total, whole }: TitleCover): number {
  if (total === 0 || whole === 0) return 0;
  return covered * (covered / total) ** STEEPNESS *
    Math.min(1, covered / whole);
}
