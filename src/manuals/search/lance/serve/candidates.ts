/**
 * The pieces that a question's ranking may need: those proposed for the question
 * and for what it requires. What is required is looked for until it is found or
 * there is nothing left, so that it is not called absent by mistake; where most
 * of what is proposed for the question holds it, that is enough.
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
  type RequiredTerm,
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
const LINK_LIMIT = 400;
/** How many of them are followed. */
const MAX_LINKS = 100;
/** So many pieces for a pass need no more. */
const ENOUGH = 40;

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
  /** Those that were proposed for it. */
  readonly rows: readonly RowId[];
  /** The look-up that found it. */
  readonly sets: TermSets | undefined;
  readonly isComplete: boolean;
}

type Pieces = ReadonlyMap<RowId, Segment>;

/** Gathers the candidates of a question. */
export async function gatherCandidates(
  question: SearchQuestion,
  index: PublishedIndex,
  options: GatherOptions,
): Promise<Candidates> {
  const plan = planQuestion(question, index, options.tools);
  const [base = []] = plan.queries;
  const gatherer = new Gatherer(index, base, options);
  const [proposed, linked] = await Promise.all([
    Promise.all(
      plan.queries.map((terms, i) =>
        gatherer.propose(terms, [], i === 0 ? BASE_LIMIT : REQUIRED_LIMIT)
      ),
    ),
    gatherer.follow(base),
  ]);
  const asked = await index.pieces([...proposed.flat(), ...linked.rows]);
  const found = await Promise.all(
    plan.required.map((term) => gatherer.find(term, asked)),
  );
  const rows = [...asked.keys(), ...found.flatMap((one) => one.rows)];
  const { pieces, withAll } = await gatherer.findAll(
    question.requiredTerms,
    found,
    await index.pieces(rows),
  );
  return {
    segments: [...pieces.values()],
    links: linked.links,
    counted: {
      terms: new Map(
        plan.required.map(({ term }, i) => [term, found[i]?.count ?? 0]),
      ),
      withAll,
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
    const sets = required.flat().map((set) => ({ terms: set }));
    const more = furtherTerms(terms, sets);
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

  /** Looks for a required term, first in the pieces that are there. */
  async find(plan: RequiredPlan, asked: Pieces): Promise<FoundTerm> {
    if (plan.isAnywhere) return await this.#first();
    const [sets] = plan.lookUps;
    const holding = sets ? [...asked.values()].filter(holds(sets)) : [];
    if (sets && holding.length >= ENOUGH) {
      const { rows, count } = this.#look(plan.term, holding);
      if (rows.filter(({ length }) => length > 0).length >= ENOUGH) {
        const all = this.#estimate(sets, holding, count);
        return { count: all, rows: [], sets, isComplete: true };
      }
    }
    // They hold its words, if not as it wants them.
    let near: readonly RowId[] = [];
    for (const sets of plan.lookUps) {
      const found = await this.#findBy(plan.term, sets);
      if (found.count > 0 || !found.isComplete) return found;
      near = found.rows;
    }
    return { count: 0, rows: near, sets: undefined, isComplete: true };
  }

  /** What stands in every section. */
  async #first(): Promise<FoundTerm> {
    const { sections: count } = this.#index.whole;
    const { where } = this.#options;
    // Where nothing else is asked for, nothing was proposed.
    const rows = this.#terms.length > 0
      ? []
      : await this.#index.first({ limit: REQUIRED_LIMIT, where });
    return { count, rows, sets: undefined, isComplete: true };
  }

  async #findBy(term: string, sets: TermSets): Promise<FoundTerm> {
    const { clock, deadline } = this.#options;
    let limit = REQUIRED_LIMIT;
    let best: readonly RowId[] | undefined;
    for (let offset = 0;; offset += limit, limit = PAGE_LIMIT) {
      const rows = await this.propose(this.#terms, [sets], limit, offset);
      best ??= rows;
      const pieces = [...(await this.#index.pieces(rows)).values()];
      const { count } = this.#look(term, pieces);
      const isLast = rows.length < limit;
      if (count > 0) {
        const all = offset === 0 && isLast
          ? count
          : this.#estimate(sets, pieces, count);
        return { count: all, rows, sets, isComplete: true };
      }
      if (isLast || clock.monotonic() > deadline) {
        return { count, rows: best, sets: undefined, isComplete: isLast };
      }
    }
  }

  /** The sections of some pieces in which a required term stands. */
  #look(term: string, pieces: readonly Segment[]): RequiredTerm {
    const view = new IndexView(pieces, this.#index.whole);
    return findRequired(view, term, this.#options.tools.analyzer);
  }

  /**
   * In how many sections a term stands if it does in `count` of some pieces: as
   * many as hold the rarest of its parts, by the share that do here.
   */
  #estimate(
    sets: TermSets,
    pieces: readonly Segment[],
    count: number,
  ): number {
    const { vocabulary } = this.#index;
    let here = 0;
    let all = 0;
    for (const set of sets) {
      const [rarest = ""] = set.toSorted((a, b) =>
        vocabulary.count(a) - vocabulary.count(b)
      );
      all += vocabulary.count(rarest);
      for (const piece of pieces) {
        here += piece.listSections[piece.findList(rarest)] ?? 0;
      }
    }
    return Math.max(count, Math.round(all * Math.min(1, count / here)));
  }

  /** Looks for sections with all required terms; counts them. */
  async findAll(
    terms: readonly string[],
    found: readonly FoundTerm[],
    pieces: Pieces,
  ): Promise<{ pieces: Pieces; withAll: number }> {
    const [first, second] = found;
    if (!second) return { pieces, withAll: first?.count ?? 0 };
    if (!first?.sets || !second.sets) return { pieces, withAll: 0 };
    const required = [first.sets, second.sets];
    const inBoth = [...pieces.values()]
      .filter((piece) => required.every((sets) => holds(sets)(piece)));
    const more = inBoth.length >= ENOUGH
      ? undefined
      : await this.propose(this.#terms, required);
    const all = more
      ? await this.#index.pieces([...pieces.keys(), ...more])
      : pieces;
    const view = new IndexView([...all.values()], this.#index.whole);
    const { analyzer } = this.#options.tools;
    const { requested, withAll } = findAllRequired(view, terms, analyzer);
    const count = countSections(view, withAll);
    if (more && more.length < REQUIRED_LIMIT) {
      return { pieces: all, withAll: count };
    }
    // By the share of those with the rarer one.
    const counts = requested.map((one, i) => ({
      here: one.count,
      all: found[i]?.count ?? 0,
    })).sort((a, b) => a.all - b.all);
    const [rarer = { here: 1, all: 0 }] = counts;
    const share = Math.min(1, count / Math.max(1, rarer.here));
    return {
      pieces: all,
      withAll: Math.max(count, Math.round(rarer.all * share)),
    };
  }
}

/** Tells whether a piece holds all of one of some sets. */
function holds(sets: TermSets): (piece: Segment) => boolean {
  return (piece) =>
    sets.some((set) => set.every((term) => piece.findList(term) >= 0));
}
