/**
 * Models sometimes leave the raw marks of their citations in the text, whole or
 * without the private characters around them. They name results of a search by
 * their place in it, which nobody else can look up.
 *
 * @module
 */
import { outsideCode } from "./code_mask.ts";

const OPEN = "\uE200";
const CLOSE = "\uE201";
// Stands for one such name, as it does between the private characters.
const NAME = "\uE202";
const NAMES =
  /(?:\b(?:file|nav)?(?:cite|list)[\uE202 ]?)?turn\d{1,4}[a-z]{3,12}\d{1,4}/g;
// A name with its kind, as JSON: ["company","OpenAI","AI company"].
const ENTITY = /\bentity\uE202?\["\w{1,20}","([^"\n]{1,80})"[^\]\n]{0,80}\]/g;
const NUMBERED = / ?【[^【】†\n]*†[^【】\n]*】/g;
const OF_CHAT =
  / ?(?::contentReference)?\[oaicite:\d{1,4}\](?:\{index=\d{1,4}\})?/g;

/** Removes raw citation marks from the prose of an answer. */
export function removeMarkers(text: string): string {
  if (!/[\uE200\uE202†]|turn\d|oaicite|entity\[/.test(text)) return text;
  return outsideCode(text, (prose) =>
    withoutPrivate(prose)
      .replace(ENTITY, "$1")
      .replace(NAMES, NAME)
      .replace(/\uE202[,; ]?(?=\uE202)/g, "")
      .replace(/ ?[[(【]\uE202[\])】]/g, "")
      .replace(/ ?\uE202/g, "")
      .replace(NUMBERED, "")
      .replace(OF_CHAT, ""));
}

/**
 * Removes what stands between private characters, and a space before it. Words
 * for the reader stay: those of a link, and the name of an entity.
 */
function withoutPrivate(text: string): string {
  const [first = "", ...rest] = text.split(OPEN);
  const kept = [first];
  for (const part of rest) {
    const end = part.indexOf(CLOSE);
    const words = wordsOf(part.slice(0, Math.max(0, end)));
    const before = kept.at(-1) ?? "";
    if (end >= 0 && words === "" && before.endsWith(" ")) {
      kept[kept.length - 1] = before.slice(0, -1);
    }
    kept.push(end < 0 ? OPEN + part : words + part.slice(end + 1));
  }
  return kept.join("");
}

/** What a mark shows to the reader. */
function wordsOf(mark: string): string {
  const [kind, words = "", url = ""] = mark.split(NAME);
  if (kind === "url") return url === "" ? words : `[${words}](${url})`;
  return kind === "entity" ? mark.replace(ENTITY, "$1") : "";
}
