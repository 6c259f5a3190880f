import { hasManuals } from "../config/sections/manuals.ts";
import { isHidden, isManualId } from "../text/manual_names.ts";
import { FileError, type Files } from "../runtime/runtime.ts";
import type { ServerConfig } from "./server_config.ts";

const ANSWER =
  `answer, answer_detailed and answer_quick answer a question from the web with cited sources. Ask one self-contained question; use answer unless depth (answer_detailed) or speed (answer_quick) matters.`;

const FOLLOW_UP =
  `Pass the response_id of an answer as previous_response_id to ask a follow-up.`;

const IRIS = `iris is an assistant that searches the web and can run code`;

const MANUAL =
  `manual_* search local manuals offline. Call manual_ls first; then manual_find with one or two required_terms, manual_read for a hit's section, manual_scan to read on.`;

const CONNECTOR =
  `search and fetch find and read sections of all local manuals offline.`;

const MAX_NAMES = 600;

/** What the server tells a client's model of itself; clients cut at 2,048. */
export function instructionsFor(
  config: ServerConfig,
  files?: Pick<Files, "namesSync">,
): string {
  const groups = new Set<string>(config.server.tools);
  const names = manualNames(config.manuals, files);
  const searches = hasManuals(config.manuals);
  const parts: string[] = [];
  // Where no answer is kept there is nothing to continue from.
  const { store } = config.responses;
  if (groups.has("answer")) {
    parts.push(store ? `${ANSWER} ${FOLLOW_UP}` : ANSWER);
  }
  if (groups.has("iris")) {
    parts.push(store ? `${IRIS}; continue with its Response ID.` : `${IRIS}.`);
  }
  if (searches && groups.has("manual")) parts.push(MANUAL);
  if (searches && groups.has("connector")) parts.push(CONNECTOR);
  const offered = groups.has("manual") || groups.has("connector");
  // Clients that load tools late show the model nothing but this text.
  if (offered && names.length > 0) parts.push(`Manuals: ${some(names)}.`);
  return parts.join("\n");
}

/** As many names as fit, and how many more there are. */
function some(names: readonly string[]): string {
  let text = "";
  for (const [i, name] of names.entries()) {
    const more = ` and ${names.length - i} more`;
    const next = i === 0 ? name : `, ${name}`;
    if (text.length + next.length + more.length > MAX_NAMES) {
      return text === "" ? `${names.length} with long names` : text + more;
    }
    text += next;
  }
  return text;
}

/** The names of the manuals, from one look at one directory. */
function manualNames(
  { root, paths }: ServerConfig["manuals"],
  files: Pick<Files, "namesSync"> | undefined,
): string[] {
  const inRoot = root === null || !files ? [] : directoriesIn(root, files);
  return [...new Set([...inRoot, ...Object.keys(paths)])].sort()
    .map((name) => name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ""))
    .filter((name) => name !== "");
}

function directoriesIn(
  root: string,
  files: Pick<Files, "namesSync">,
): string[] {
  try {
    return files.namesSync(root)
      .filter(({ name, kind }) =>
        kind === "dir" && !isHidden(name) && isManualId(name)
      )
      .map(({ name }) => name);
  } catch (error) {
    // The first call of a tool says what is wrong with it.
    if (error instanceof FileError) return [];
    throw error;
  }
}
