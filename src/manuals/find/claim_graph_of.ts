import { ManualError } from "../errors.ts";
import type { Library } from "../library/library.ts";
import { parseFile, searchText } from "../formats/parse_file.ts";
import type { FindSettings } from "../search/local/settings.ts";
import {
  buildClaimGraph,
  type ClaimGraph,
  EMPTY_CLAIM_GRAPH,
} from "./claim_graph.ts";
import type { SectionPlace, TraceCandidate } from "./trace_candidate.ts";

const CLAIM_SECTIONS = 10;

/** What a claim graph is read from. */
export interface ClaimSource {
  readonly library: Library;
  readonly manualId: string;
  readonly settings: FindSettings;
}

/** The claim graph of the best candidates, from their files as they are now. */
export function claimGraphOf(
  { library, manualId, settings: { find, lexicon } }: ClaimSource,
  candidates: readonly TraceCandidate[],
): ClaimGraph {
  if (!find.claim_graph_enabled) return EMPTY_CLAIM_GRAPH;
  const top = candidates.slice(0, CLAIM_SECTIONS);
  const texts = top.map((candidate) =>
    sectionText(library, manualId, candidate)
  );
  return buildClaimGraph({ manualId, candidates: top, texts, lexicon });
}

/** A section's own text as it is now; empty when it is gone. */
function sectionText(
  library: Library,
  manualId: string,
  { path, start_line }: SectionPlace,
): string {
  try {
    const text = searchText(path, library.read(manualId, path).text);
    const section = parseFile(path, text).sections
      .find(({ lineStart }) => lineStart === start_line);
    return section ? text.slice(section.start, section.ownEnd) : "";
  } catch (error) {
    if (error instanceof ManualError) return "";
    throw error;
  }
}
