import type { Config } from "../config/schema.ts";
import type { Params } from "../jsonrpc/messages.ts";
import { NAME, VERSION } from "../version.ts";
import {
  CACHE,
  type DiscoverResult,
  FALLBACK_VERSION,
  type InitializeResult,
  LEGACY_VERSIONS,
  MODERN_VERSIONS,
} from "./protocol.ts";

const ANSWER =
  `answer, answer_detailed and answer_quick answer a question from the web with cited sources. Ask one self-contained question; use answer unless depth (answer_detailed) or speed (answer_quick) matters. Pass the response_id of an answer as previous_response_id to ask a follow-up.`;

const IRIS =
  `iris is an assistant that searches the web and can run code; continue with its Response ID.`;

const MANUAL =
  `manual_* search local manuals offline. Call manual_ls first; then manual_find with one or two required_terms, manual_read for a hit's section, manual_scan to read on.`;

/** What the server tells a client's model of itself; clients cut at 2,048. */
export function instructionsFor(config: Config): string {
  const groups = new Set<string>(config.server.tools);
  const parts: string[] = [];
  if (groups.has("answer")) parts.push(ANSWER);
  if (groups.has("iris")) parts.push(IRIS);
  if (groups.has("manual") && config.manuals.root !== null) parts.push(MANUAL);
  return parts.join("\n");
}

/** Answers `initialize`; never with a modern revision. */
export function initialize(
  params: Params | undefined,
  instructions: string,
): InitializeResult {
  const asked = params?.protocolVersion;
  const known = LEGACY_VERSIONS.find((version) => version === asked);
  return {
    protocolVersion: known ?? FALLBACK_VERSION,
    capabilities: { tools: {} },
    serverInfo: { name: NAME, version: VERSION },
    instructions,
  };
}

/** Answers `server/discover`. */
export function discover(instructions: string): DiscoverResult {
  return {
    supportedVersions: [...MODERN_VERSIONS],
    capabilities: { tools: {} },
    instructions,
    ...CACHE,
  };
}
