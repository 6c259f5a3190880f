/**
 * The links of a text to other places of its manual, with what they say. Found
 * by patterns, not by a parser: what only looks like a link leads nowhere.
 *
 * @module
 */
import { openingBracket } from "../../text/brackets.ts";
import { adocTitle } from "./_adoc_title.ts";
import { headingText } from "./_heading_text.ts";
import { rstTitle } from "./_rst_title.ts";
import type { Link } from "./section.ts";

const MAX_TEXT = 200;
const MAX_TARGET = 500;
/** A file with more is an index: what it says of each hardly counts. */
const MAX_LINKS = 2000;

// `<dest>`, Hugo's `{{< ref "dest" >}}`, or a destination as it is.
const DESTINATION =
  /[ \t]*(?:<([^<>\n]{1,500})>|\{\{[<%] *(?:rel)?ref +"([^"\n]{1,300})"|([^\s()<>{]{1,500}))/y;
const DEFINITION =
  /^ {0,3}\[([^[\]\n]{1,200})\]:[ \t]*<?([^\s<>]{1,500})>?[ \t]*(?:["'(]|$)/gm;
const REFERENCE = /\[([^[\]\n]{1,200})\](?:\[([^[\]\n]{0,200})\])?(?!\[|\(|:)/g;
const ELEMENT =
  /<(?:a|Link|NavLink) (?:[^<>"']{0,100}["'][^<>"']{0,200}["']){0,8}?[^<>"']{0,100}\b(?:href|to)=["']([^<>"'\n]{1,500})["'][^<>]{0,300}>([^<]{1,200})</g;
const RST_ROLE = /:(doc|ref|numref|any):`([^`<>]{1,200})<([^`<>]{1,300})>`/g;
const RST_EMBEDDED = /(?<!:)`([^`<>]{1,200})<([^`<>\s]{1,500})>`__?/g;
const ADOC_MACRO = /\b(xref|link):([^\s[\]]{1,300})\[([^\]\n]{1,200})\]/g;
const ADOC_REFERENCE = /<<([^<>,\n]+),([^<>]+)>>/g;
const ADOC_OPTIONS = /(?:\^|,[ \t]*\w+=).*$/s;

/** Links of Markdown and MDX. */
export function markdownLinks(text: string): Link[] {
  const links: Link[] = [];
  const add = (source: string, target: string): void => {
    push(links, () => headingText(source), target);
  };
  for (let at = text.indexOf("]("); at >= 0; at = text.indexOf("](", at + 2)) {
    // Most links lead out of the manual.
    if (text.startsWith("http", at + 2)) continue;
    const open = openingBracket(text, at, 2 * MAX_TEXT);
    if (open < 0 || text[open - 1] === "!") continue;
    DESTINATION.lastIndex = at + 2;
    const [, ...targets] = DESTINATION.exec(text) ?? [];
    const target = targets.find((one) => one !== undefined);
    if (target !== undefined) add(text.slice(open + 1, at), target);
  }
  if (text.includes("]: ")) {
    const definitions = new Map<string, string>();
    for (const [, label = "", target = ""] of text.matchAll(DEFINITION)) {
      if (!isOutside(target)) definitions.set(labelOf(label), target);
    }
    const found = definitions.size === 0 ? [] : text.matchAll(REFERENCE);
    for (const [, shown = "", label = ""] of found) {
      const target = definitions.get(labelOf(label || shown));
      if (target !== undefined) add(shown, target);
    }
  }
  if (text.includes("<a ") || text.includes("Link ")) {
    for (const [, target = "", shown = ""] of text.matchAll(ELEMENT)) {
      add(shown, target);
    }
  }
  return links;
}

/** Links of reStructuredText: `:doc:`, `:ref:` and embedded addresses. */
export function rstLinks(text: string): Link[] {
  const links: Link[] = [];
  for (const [, role, shown = "", target = ""] of text.matchAll(RST_ROLE)) {
    const place = role === "doc" ? target : `#${target}`;
    push(links, () => rstTitle(shown.trim()), place);
  }
  for (const [, shown = "", target = ""] of text.matchAll(RST_EMBEDDED)) {
    push(links, () => rstTitle(shown.trim()), target);
  }
  return links;
}

/** Links of AsciiDoc: `xref:`, `link:` and `<<…>>`. */
export function adocLinks(text: string): Link[] {
  const links: Link[] = [];
  const add = (shown: string, place: string, isId: boolean): void => {
    const target = isId && !/#|\.adoc$/.test(place) ? `#${place}` : place;
    // Antora's `component:module:page.adoc`.
    push(
      links,
      () => adocTitle(shown.replace(ADOC_OPTIONS, "").trim(), new Map()),
      target.replace(/^[\w.@-]+:(?=[^/])(?:[\w.-]+:)?/, ""),
    );
  };
  for (const [, macro, place = "", shown = ""] of text.matchAll(ADOC_MACRO)) {
    add(shown, place, macro === "xref");
  }
  for (const [, place = "", shown = ""] of text.matchAll(ADOC_REFERENCE)) {
    add(shown, place, true);
  }
  return links;
}

function push(links: Link[], shown: () => string, target: string): void {
  if (links.length >= MAX_LINKS || isOutside(target)) return;
  const text = shown().slice(0, MAX_TEXT);
  if (text !== "") links.push({ text, target: target.slice(0, MAX_TARGET) });
}

/** Tells whether a target has a scheme or a host. */
function isOutside(target: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target);
}

function labelOf(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}
