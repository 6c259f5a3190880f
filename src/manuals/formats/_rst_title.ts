import { wholeCharacter } from "./lines.ts";

const MAX_TITLE = 500;
const MARKUP = /[\\`*|_\t]/;
// The text of an inline element has a bound, as titles have.
const INLINE =
  /\\(.?)|\[(?:[#*]|[\p{L}\p{N}#])[^\][]{0,100}\]_(?![\p{L}\p{N}_])|``(.{1,500}?)``|(?::[\w:.+-]{1,100}:)?`([^`]{1,500})`(?:__?|:[\w:.+-]{1,100}:)?|\*\*(?! )([^*]{1,500})\*\*|\*(?! )([^*]{1,500})\*|\|(?! )([^|]{1,500})\|(?:__?)?|\b([\p{L}\p{N}]+(?:[-_.:+][\p{L}\p{N}]+)*)__?(?![\p{L}\p{N}_])/gu;
// `text <target>` shows its text, `~a.b` its last part, `!a` no link.
const TARGET = /^(.*\S)\s*<[^<>]*>$/s;
const LAST_PART = /^~(?:.*[.])?([^.]*)$/s;

/** The text that a title shows, from its source. */
export function rstTitle(source: string): string {
  const title = source.slice(0, wholeCharacter(source, MAX_TITLE));
  if (!MARKUP.test(title)) return title;
  return title.replace(
    INLINE,
    (_, escaped, literal, role, strong, emphasis, name, reference) =>
      // An escaped space only parts markup from what stands beside it.
      escaped?.trim() ?? literal ??
        (role === undefined ? undefined : shown(role)) ??
        strong ?? emphasis ?? name ?? reference ?? "",
  ).replace(/\s+/g, " ").trim();
}

function shown(text: string): string {
  const unmarked = text.replace(/^!/, "");
  return TARGET.exec(unmarked)?.[1] ?? LAST_PART.exec(unmarked)?.[1] ??
    unmarked;
}
