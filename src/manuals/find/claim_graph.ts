/**
 * A retrieval-only reading of the best hits: sentences as claims, sections
 * as evidences, and whether they agree. It judges words and numbers, not truth.
 *
 * @module
 */
import { checksum } from "../search/local/index/checksum.ts";
import { wholeCharacter } from "../formats/lines.ts";
import { normalizeText } from "../search/local/tokens/fold_text.ts";
import { type Hit, matchedTokens, type Signal } from "../search/hit.ts";
import { round } from "../../text/show.ts";
import type { FindSettings } from "../search/settings.ts";
import { type Facet, FACETS, facetsOf, isExceptional } from "./facets.ts";

/** A sentence that may answer the query. */
export interface Claim {
  /** Its name in this graph. */
  readonly claim_id: string;
  /** What it is about. */
  readonly facet: Facet;
  /** The sentence. */
  readonly text: string;
  /** Whether the evidences agree. */
  readonly status: "supported" | "conflicted" | "unresolved";
  /** From 0 to 1. */
  readonly confidence: number;
}

/** A section that speaks for or against claims. */
export interface ClaimEvidence {
  /** Its name in this graph. */
  readonly evidence_id: string;
  /** Where it is. */
  readonly ref: {
    readonly target: "manual";
    readonly manual_id: string;
    readonly path: string;
    readonly start_line: number;
  };
  /** Why the section was found. */
  readonly signals: readonly Signal[];
  /** Its score in the search. */
  readonly score: number;
  /** A checksum of its text, to notice changes. */
  readonly snippet_digest: string;
}

/** What an evidence says about a claim. */
export interface ClaimEdge {
  /** The claim. */
  readonly from_claim_id: string;
  /** The evidence. */
  readonly to_evidence_id: string;
  /** What the one says of the other. */
  readonly relation: "supports" | "contradicts" | "requires_followup";
  /** From 0 to 1. */
  readonly confidence: number;
}

/** How well a facet is covered. */
export interface FacetCoverage {
  /** What it is about. */
  readonly facet: Facet;
  /** Claims about it. */
  readonly claim_count: number;
  /** Those that evidence supports. */
  readonly supported_count: number;
  /** Those that evidence contradicts. */
  readonly conflicted_count: number;
  /** The rest. */
  readonly unresolved_count: number;
  /** How well, in one word. */
  readonly coverage_status: "covered" | "partial" | "missing";
}

/** Claims, evidences, and what holds between them. */
export interface ClaimGraph {
  /** Sentences that may answer the query. */
  readonly claims: readonly Claim[];
  /** Sections that speak of them. */
  readonly evidences: readonly ClaimEvidence[];
  /** What each section says of each claim. */
  readonly edges: readonly ClaimEdge[];
  /** How well each facet is covered. */
  readonly facets: readonly FacetCoverage[];
}

/** What there is when no graph is built. */
export const EMPTY_CLAIM_GRAPH: ClaimGraph = {
  claims: [],
  evidences: [],
  edges: [],
  facets: [],
};

/** What a graph is built from. */
export interface ClaimGraphInput {
  readonly manualId: string;
  readonly hits: readonly Hit[];
  /** The text of each hit, in the same order. */
  readonly texts: readonly string[];
  readonly lexicon: FindSettings["lexicon"];
}

const CLAIMS_A_FACET = 3;
const SUPPORT_COVERAGE = 0.5;
const MAX_CLAIM_CHARS = 300;
// A full stop ends a sentence only before white space: `1.5` is one word.
const SENTENCE_END = /\n|(?<=[。．!?！？])|(?<=\.)(?=\s)/u;

interface Piece {
  /** Words of the query that the section holds. */
  readonly words: readonly string[];
  readonly coverage: number;
  readonly evidence: ClaimEvidence;
  readonly sentence: string;
  readonly facets: readonly Facet[];
}

/** Builds the graph of a search's best hits. */
export function buildClaimGraph(input: ClaimGraphInput): ClaimGraph {
  const pieces = input.hits.map((hit, i): Piece => {
    const words = matchedTokens(hit);
    const sentence = bestSentence(input.texts[i] ?? "", words);
    return {
      words,
      coverage: round(hit.coverage),
      sentence,
      evidence: evidenceOf(hit, i, sentence, input.manualId),
      facets: facetsOf(`${hit.title}\n${sentence}`, input.lexicon.facets),
    };
  });
  const claims: Claim[] = [];
  const edges: ClaimEdge[] = [];
  for (const facet of FACETS) {
    const own = pieces.filter(({ facets, sentence }) =>
      sentence !== "" && facets.includes(facet)
    );
    for (const piece of own.slice(0, CLAIMS_A_FACET)) {
      const id = `claim-${claims.length + 1}`;
      const found = edgesOf(id, piece, pieces, input.lexicon.exceptions);
      claims.push(claimOf(id, facet, piece, found));
      edges.push(...found);
    }
  }
  const used = new Set(edges.map((edge) => edge.to_evidence_id));
  return {
    claims,
    evidences: pieces.map(({ evidence }) => evidence)
      .filter(({ evidence_id }) => used.has(evidence_id)),
    edges,
    facets: FACETS.map((facet) => coverageOf(facet, claims)),
  };
}

function evidenceOf(
  { path, startLine, signals, score }: Hit,
  i: number,
  sentence: string,
  manualId: string,
): ClaimEvidence {
  const ref = { manual_id: manualId, path, start_line: startLine };
  return {
    evidence_id: `evidence-${i + 1}`,
    ref: { target: "manual", ...ref },
    signals,
    score: round(score),
    snippet_digest: checksum(new TextEncoder().encode(sentence)),
  };
}

/** The sentence with the most of the matched words; the first of the best. */
function bestSentence(text: string, words: readonly string[]): string {
  let best = "";
  let most = 0;
  for (const sentence of text.split(SENTENCE_END)) {
    const folded = normalizeText(sentence);
    const count = words.filter((word) => folded.includes(word)).length;
    if (count > most) [best, most] = [sentence, count];
  }
  const plain = best.replace(/^[\s#>*\-|]+/, "").trim();
  return plain.slice(0, wholeCharacter(plain, MAX_CLAIM_CHARS));
}

function edgesOf(
  id: string,
  piece: Piece,
  all: readonly Piece[],
  exceptions: readonly string[],
): ClaimEdge[] {
  const edge = (
    to: Piece,
    relation: ClaimEdge["relation"],
    confidence: number,
  ): ClaimEdge => ({
    from_claim_id: id,
    to_evidence_id: to.evidence.evidence_id,
    relation,
    confidence: round(confidence, 2),
  });
  const { coverage } = piece;
  const own = coverage >= SUPPORT_COVERAGE ? "supports" : "requires_followup";
  const others = all.filter((other) =>
    other !== piece && contradicts(piece, other, exceptions)
  );
  return [
    edge(piece, own, coverage),
    ...others.map((other) => edge(other, "contradicts", other.coverage)),
  ];
}

/** Same words in another section, with another number or a cue against it. */
function contradicts(
  piece: Piece,
  other: Piece,
  exceptions: readonly string[],
): boolean {
  const words = new Set(piece.words);
  const shared = other.words.filter((word) => words.has(word)).length;
  const comparable = other.sentence !== "" && words.size > 0 &&
    shared === words.size &&
    other.coverage >= SUPPORT_COVERAGE;
  if (!comparable) return false;
  const numbers = numbersOf(piece.sentence);
  const different = numbersOf(other.sentence);
  const otherNumber = numbers !== "" && different !== "" &&
    numbers !== different;
  return otherNumber ||
    isExceptional(piece.sentence, exceptions) !==
      isExceptional(other.sentence, exceptions);
}

function numbersOf(text: string): string {
  const found = text.normalize("NFKC").match(/\d+(?:[.,]\d+)*/g) ?? [];
  return found.sort().join(" ");
}

function claimOf(
  id: string,
  facet: Facet,
  piece: Piece,
  edges: readonly ClaimEdge[],
): Claim {
  const relations = edges.map(({ relation }) => relation);
  const status = relations.includes("contradicts")
    ? "conflicted"
    : relations.includes("supports")
    ? "supported"
    : "unresolved";
  const confidence = round(piece.coverage, 2);
  return { claim_id: id, facet, text: piece.sentence, status, confidence };
}

function coverageOf(facet: Facet, claims: readonly Claim[]): FacetCoverage {
  const own = claims.filter((claim) => claim.facet === facet);
  const count = (status: Claim["status"]): number =>
    own.filter((claim) => claim.status === status).length;
  const supported = count("supported");
  return {
    facet,
    claim_count: own.length,
    supported_count: supported,
    conflicted_count: count("conflicted"),
    unresolved_count: count("unresolved"),
    coverage_status: own.length === 0
      ? "missing"
      : supported === own.length
      ? "covered"
      : "partial",
  };
}
