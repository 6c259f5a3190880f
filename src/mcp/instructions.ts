import type { ServerConfig } from "./server_config.ts";

const ANSWER =
  `answer, answer_detailed and answer_quick answer a question from the web with cited sources. Ask one self-contained question; use answer unless depth (answer_detailed) or speed (answer_quick) matters.`;

const FOLLOW_UP =
  `Pass the response_id of an answer as previous_response_id to ask a follow-up.`;

const IRIS = `iris is an assistant that searches the web and can run code`;

const MANUAL =
  `manual_* search local manuals offline. Call manual_ls first; then manual_find with one or two required_terms, manual_read for a hit's section, manual_scan to read on.`;

/** What the server tells a client's model of itself; clients cut at 2,048. */
export function instructionsFor(config: ServerConfig): string {
  const groups = new Set<string>(config.server.tools);
  const parts: string[] = [];
  // Where no answer is kept there is nothing to continue from.
  const { store } = config.responses;
  if (groups.has("answer")) {
    parts.push(store ? `${ANSWER} ${FOLLOW_UP}` : ANSWER);
  }
  if (groups.has("iris")) {
    parts.push(store ? `${IRIS}; continue with its Response ID.` : `${IRIS}.`);
  }
  if (groups.has("manual") && config.manuals.root !== null) parts.push(MANUAL);
  return parts.join("\n");
}
