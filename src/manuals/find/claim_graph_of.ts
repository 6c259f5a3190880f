import { ManualError } from "../errors.ts";
import { parseAs } from "../formats/format.ts";
import type { ManualLibrary } from "../library/manual_library.ts";
import type { Hit } from "../search/hit.ts";
import type { FindSettings } from "../search/settings.ts";
import {
  buildClaimGraph,
  type ClaimGraph,
  EMPTY_CLAIM_GRAPH,
} from "./claim_graph.ts";

const CLAIM_SECTIONS = 10;

/** What a claim graph is read from. */
export interface ClaimSource {
  readonly library: ManualLibrary;
  readonly manualId: string;
  readonly settings: FindSettings;
}

/** The claim graph of the best hits, from their files as they are now. */
export async function claimGraphOf(
  { library, manualId, settings: { find, lexicon } }: ClaimSource,
  hits: readonly Hit[],
): Promise<ClaimGraph> {
  if (!find.claim_graph_enabled) return EMPTY_CLAIM_GRAPH;
  const top = hits.slice(0, CLAIM_SECTIONS);
  const texts = await Promise.all(
    top.map((hit) => sectionText(library, manualId, hit)),
  );
  return buildClaimGraph({ manualId, hits: top, texts, lexicon });
}

/** A section's own text as it is now; empty when it is gone. */
async function sectionText(
  library: ManualLibrary,
  manualId: string,
  hit: Hit,
): Promise<string> {
  try {
    const { format, text: whole } = await library.read(manualId, hit.path);
    const text = format.searchText?.(whole) ?? whole;
    const section = parseAs(format, hit.path, text).sections
      .find(({ startLine }) => startLine === hit.startLine);
    return section ? text.slice(section.start, section.ownEnd) : "";
  } catch (error) {
    if (error instanceof ManualError) return "";
    throw error;
  }
}
