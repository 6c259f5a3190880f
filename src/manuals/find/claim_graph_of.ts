import { ManualError } from "../errors.ts";
import type { Library } from "../library/library.ts";
import { parseFile, searchText } from "../formats/parse_file.ts";
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
  readonly library: Library;
  readonly manualId: string;
  readonly settings: FindSettings;
}

/** The claim graph of the best hits, from their files as they are now. */
export function claimGraphOf(
  { library, manualId, settings: { find, lexicon } }: ClaimSource,
  hits: readonly Hit[],
): ClaimGraph {
  if (!find.claim_graph_enabled) return EMPTY_CLAIM_GRAPH;
  const top = hits.slice(0, CLAIM_SECTIONS);
  const texts = top.map((hit) => sectionText(library, manualId, hit));
  return buildClaimGraph({ manualId, hits: top, texts, lexicon });
}

/** A section's own text as it is now; empty when it is gone. */
function sectionText(
  library: Library,
  manualId: string,
  { path, startLine }: Hit,
): string {
  try {
    const text = searchText(path, library.read(manualId, path).text);
    const section = parseFile(path, text).sections
      .find(({ lineStart }) => lineStart === startLine);
    return section ? text.slice(section.start, section.ownEnd) : "";
  } catch (error) {
    if (error instanceof ManualError) return "";
    throw error;
  }
}
