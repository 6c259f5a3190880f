/**
 * Where links lead, by names that files and addresses have in common: sites are
 * built from `02-guide/index.md`, linked to as `/guide/`, `guide.html` or
 * `../guide.md#top`.
 *
 * @module
 */
import { hashText } from "./hash_text.ts";

const ENDING = /\.(?:md|markdown|mdx|rst|adoc|txt|html?)$/;
const INDEX = /^(?:_?index|readme)$/;
// Which orders pages, and is not part of their addresses.
const ORDER = /^\d{1,3}[-_.](?=.)/;

/** A path as a link would have it, of a file or of a link. */
export function pathKey(path: string): string {
  const parts: string[] = [];
  for (const part of path.toLowerCase().split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part.replace(ORDER, ""));
  }
  const last = parts.pop()?.replace(ENDING, "") ?? "";
  if (last !== "" && !INDEX.test(last)) parts.push(last);
  return parts.join("/");
}

/**
 * The place of a link in the file with a path: keys of the file it leads to,
 * one a line, then `#` and the section. A key that begins with `/` is from the
 * top of a site, whose directories need not be the manual's.
 */
export function linkPlace(path: string, target: string): string {
  const [before = "", ...names] = target.split("#");
  const [address = ""] = before.split("?");
  const section = decoded(names.join("#"));
  return `${keysOf(path, decoded(address)).join("\n")}#${section}`;
}

function keysOf(path: string, address: string): string[] {
  if (address === "") return [pathKey(path)];
  if (address.startsWith("/")) return [`/${pathKey(address)}`];
  const dir = path.slice(0, path.lastIndexOf("/") + 1);
  const beside = pathKey(dir + address);
  // Where each page has an address like a directory's, the same is relative to
  // that.
  const below = pathKey(`${pathKey(path)}/${address}`);
  return beside === below ? [beside] : [beside, below];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone percent sign stands for itself.
    return text;
  }
}

/**
 * A hash of a section's name, by its letters and digits alone: every generator
 * makes its own ids of `Getting Started!`. 0 for a name without any.
 */
export function hashName(name: string): number {
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  return letters === "" ? 0 : hashText(letters);
}

/** A hash of the last part of a key. */
export function hashLast(key: string): number {
  return hashText(key.slice(key.lastIndexOf("/") + 1));
}
