/**
 * The pieces that a question's ranking may need: those proposed for the question
 * and for what it requires. What is required is looked for until it is found or
 * there is nothing left, so that it is not called absent by mistake.
 *
 * @module
 */
import type { Clock } from "../../../../runtime/runtime.ts";
import type { SearchQuestion } from "../../engine.ts";
import { IndexView } from "../../local/index/index_view.ts";
import type { FileLink } from "../../local/index/link_segment.ts";
import { idTerm } from "../../local/index/pieces.ts";
import type { Segment } from "../../local/index/segment.ts";
import type { WeightedTerm } from "../../local/rank/base_score.ts";
import {
  type CountedTerms,
  findAllRequired,
  findRequired,
} from "../../local/rank/required.ts";
import { furtherTerms } from "../../local/rank/required_gate.ts";
import { countSections } from "../../local/rank/sections.ts";
import type { SearchTools } from "../../local/search.ts";
import { planQuestion, type RequiredPlan } from "./question_plan.ts";
import type { TermSets } from "./propose.ts";
import type { PublishedIndex, RowId } from "./published_index.ts";

/** Pieces proposed for the question. */
const BASE_LIMIT = 100;
/** Pieces proposed for each pass of the required gate. */
const REQUIRED_LIMIT = 50;
/** Pieces looked through at once for a term that is not found yet. */
const PAGE_LIMIT = 400;
/** Links proposed for the question: many say the same as others. */
const LINK_LIMIT = 200;
/** How many of them are followed. */
const MAX_LINKS = 30;
/** How many matches are counted. */
const COUNT_LIMIT = 5000;

/** What was gathered. */
export interface Candidates {
  readonly segments: readonly Segment[];
  /** Links that say something of the question, and lead to one of them. */
  readonly links: readonly FileLink[];
  readonly counted: CountedTerms;
  /** Nothing was left out for want of time. */
  readonly isComplete: boolean;
}

interface GatherOptions {
  readonly tools: SearchTools;
  /** Only rows for which this is true. */
  readonly where?: string | undefined;
  readonly clock: Clock;
  /** When no further page is begun, on the monotonic clock. */
  readonly deadline: number;
}

/** What was found of a required term. */
interface FoundTerm {
  readonly count: number;
  readonly rows: readonly RowId[];
  /** The look-up that found it. */
  readonly sets: TermSets | undefined;
  readonly isComplete: boolean;
}

/** Gathers the candidates of a question. */
export async function gatherCandidates(
  question: SearchQuestion,
  index: PublishedIndex,
  options: GatherOptions,
): Promise<Candidates> {
  const plan = planQuestion(question, index, options.tools);
  const [base = []] = plan.queries;
  const gatherer = new Gatherer(index, base, options);
  const [proposed, found, linked] = await Promise.all([
    Promise.all(
      plan.queries.map((terms, i) =>
        gatherer.propose(terms, [], i === 0 ? BASE_LIMIT : REQUIRED_LIMIT)
      ),
    ),
    Promise.all(plan.required.map((term) => gatherer.find(term))),
    gatherer.follow(base),
  ]);
  const [a, b] = found.map(({ sets }) => sets);
  const both = a && b ? await gatherer.propose(base, [a, b]) : [];
  const rows = [
    ...proposed.flat(),
    ...found.flatMap((one) => one.rows),
    ...both,
    ...linked.rows,
  ];
  const segments = [...(await index.pieces(rows)).values()];
  const counts = found.map(({ count }) => count);
  return {
    segments,
    links: linked.links,
    counted: {
      terms: new Map(
        plan.required.map(({ term }, i) => [term, counts[i] ?? 0]),
      ),
      withAll: counts.length < 2
        ? counts[0] ?? 0
        : a && b
        ? await gatherer.countBoth(question.requiredTerms, [a, b], {
          segments,
          isFull: both.length === REQUIRED_LIMIT,
        })
        : 0,
    },
    isComplete: found.every(({ isComplete }) => isComplete),
  };
}

class Gatherer {
  readonly #index: PublishedIndex;
  readonly #terms: readonly WeightedTerm[];
  readonly #options: GatherOptions;

  constructor(
    index: PublishedIndex,
    terms: readonly WeightedTerm[],
    options: GatherOptions,
  ) {
    this.#index = index;
    this.#terms = terms;
    this.#options = options;
  }

  /** Rows by what they hold, with what they must hold. */
  async propose(
    terms: readonly WeightedTerm[],
    required: readonly TermSets[],
    limit: number = REQUIRED_LIMIT,
    offset = 0,
  ): Promise<RowId[]> {
    const { where } = this.#options;
    const more = furtherTerms(
      terms,
      required.flat().map((set) => ({ terms: set })),
    );
    const proposal = { terms: [...terms, ...more], required };
    return await this.#index.propose(proposal, { limit, where, offset });
  }

  /** Links that say what is looked for, with the rows that they lead to. */
  async follow(
    terms: readonly WeightedTerm[],
  ): Promise<{ links: readonly FileLink[]; rows: readonly RowId[] }> {
    const [found, places] = await Promise.all([
      this.#index.links(terms, LINK_LIMIT),
      this.#index.places(),
    ]);
    const followed = found.slice(0, MAX_LINKS)
      .map((link) => ({ link, place: places.of(link) }))
      .filter(({ place: { paths, id } }) => paths.length > 0 || id);
    const ids = new Set(
      followed.flatMap(({ place: { id } }) => id ? [id] : []),
    );
    const [inFiles, withIds] = await Promise.all([
      this.#index.rowsOf(followed.flatMap(({ place }) => place.paths)),
      this.#index.propose({
        terms: [...ids].map((id) => ({ term: idTerm(id), weight: 1 })),
        required: [],
      }, { limit: REQUIRED_LIMIT }),
    ]);
    return {
      links: followed.map(({ link }) => link),
      rows: [...inFiles, ...withIds],
    };
  }

  /** Looks for a required term. */
  async find(plan: RequiredPlan): Promise<FoundTerm> {
    const nothing = { count: 0, rows: [], sets: undefined, isComplete: true };
    if (plan.isAnywhere) {
      return { ...nothing, count: this.#index.whole.sections };
    }
    for (const sets of plan.lookUps) {
      const found = await this.#findBy(plan.term, sets);
      if (found.count > 0 || !found.isComplete) return found;
    }
    return nothing;
  }

  async #findBy(term: string, sets: TermSets): Promise<FoundTerm> {
    const { clock, deadline } = this.#options;
    let limit = REQUIRED_LIMIT;
    for (let offset = 0;; offset += limit, limit = PAGE_LIMIT) {
      const rows = await this.propose(this.#terms, [sets], limit, offset);
      const count = await this.#count(term, rows);
      const isLast = rows.length < limit;
      if (count > 0) {
        const all = offset === 0 && isLast
          ? count
          : await this.#estimate(sets, count / rows.length);
        return { count: all, rows, sets, isComplete: true };
      }
      if (isLast) return { count, rows, sets: undefined, isComplete: true };
      if (clock.monotonic() > deadline) {
        return { count, rows, sets: undefined, isComplete: false };
      }
    }
  }

  /** In how many sections of some rows a required term stands. */
  async #count(term: string, rows: readonly RowId[]): Promise<number> {
    const segments = [...(await this.#index.pieces(rows)).values()];
    const view = new IndexView(segments, this.#index.whole);
    return findRequired(view, term, this.#options.tools.analyzer).count;
  }

  /** Sections by how many of them a proposed row has. */
  async #estimate(sets: TermSets, perRow: number): Promise<number> {
    const [set = [], ...others] = sets;
    const [only = "", ...more] = set;
    // One term alone was counted when it was published.
    if (others.length + more.length === 0) {
      return this.#index.vocabulary.count(only);
    }
    const matches = await this.propose([], [sets], COUNT_LIMIT);
    return Math.max(1, Math.round(perRow * matches.length));
  }

  /** In how many sections two required terms stand. */
  async countBoth(
    terms: readonly string[],
    required: readonly TermSets[],
    { segments, isFull }: {
      readonly segments: readonly Segment[];
      readonly isFull: boolean;
    },
  ): Promise<number> {
    const view = new IndexView(segments, this.#index.whole);
    const { analyzer } = this.#options.tools;
    const { withAll } = findAllRequired(view, terms, analyzer);
    const count = countSections(view, withAll);
    if (!isFull || count === 0) return count;
    const matches = await this.propose([], required, COUNT_LIMIT);
    return Math.max(count, Math.round(count * matches.length / REQUIRED_LIMIT));
  }
}
