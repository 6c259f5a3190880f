import { ManualError } from "../errors.ts";
import { parseAs } from "../formats/format.ts";
import type { ManualLibrary } from "../library/manual_library.ts";
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
  readonly library: ManualLibrary;
  readonly manualId: string;
  readonly settings: FindSettings;
}

/** The claim graph of the best candidates, from their files as they are now. */
export async function claimGraphOf(
  { library, manualId, settings: { find, lexicon } }: ClaimSource,
  candidates: readonly TraceCandidate[],
): Promise<ClaimGraph> {
  if (!find.claim_graph_enabled) return EMPTY_CLAIM_GRAPH;
  const top = candidates.slice(0, CLAIM_SECTIONS);
  const texts = await Promise.all(
    top.map((candidate) => sectionText(library, manualId, candidate)),
  );
  return buildClaimGraph({ manualId, candidates: top, texts, lexicon });
}

/** A section's own text as it is now; empty when it is gone. */
async function sectionText(
  library: ManualLibrary,
  manualId: string,
  { path, start_line }: SectionPlace,
): Promise<string> {
  try {
    const file = await library.read(manualId, path);
    const text = file.format.searchText?.(file.text) ?? file.text;
    const section = parseAs(file.format, path, text).sections
      .find(({ startLine }) => startLine === start_line);
    return section ? text.slice(section.start, section.ownEnd) : "";
  } catch (error) {
    if (error instanceof ManualError) return "";
    throw error;
  }
}
