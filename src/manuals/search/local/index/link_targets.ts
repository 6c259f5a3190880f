// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import { dirOf } from "../../../library/corpus.ts";
import { placeOf } from "./link_builder.ts";
import { hashLast, hashName, pathKey } from "./link_place.ts";
import { lowerBound } from "./lower_bound.ts";
import type { Segment } from "./segment.ts";

/** What a link leads to. */
export interface LinkTarget {
  /** The segment's number in its view. */
  readonly segment: number;
  readonly file: number;
  /** Its row; -1 for the file as a whole. */
  readonly section: number;
}

interface FilePlace {
  readonly segment: number;
  readonly file: number;
  readonly key: string;
}

/**
 * Finds what links lead to, among the living files of some segments, as they
 * are asked for: most links are never.
 */
export class LinkTargets {
  readonly #segments: readonly Segment[];
  /** By segment and link. */
  readonly #ofLinks: (readonly LinkTarget[])[][] = [];
  /** By place and, if it depends on that, the directory of the link. */
  readonly #known = new Map<string, readonly LinkTarget[]>();
  /** Files by the hash of the last part of their keys. */
  #files: Map<number, number[]> | undefined;

  /** Looks at nothing yet. */
  constructor(segments: readonly Segment[]) {
    this.#segments = segments;
  }

  /** What a link of a segment leads to; nothing if it leads out of here. */
  of(at: number, link: number): readonly LinkTarget[] {
    const known = this.#ofLinks[at] ??= [];
    return known[link] ??= this.#lookUp(at, link);
  }

  #lookUp(at: number, link: number): readonly LinkTarget[] {
    const segment = this.#segments[at];
    if (!segment) throw new RangeError("Segment outside the index");
    const { linkPlace, linkFile } = segment.columns;
    const place = placeOf(segment.columns, linkPlace[link]!);
    const path = segment.path(linkFile[link]!);
    const key = place.startsWith("/") ? `${dirOf(path)}\0${place}` : place;
    let targets = this.#known.get(key);
    if (!targets) this.#known.set(key, targets = this.#find(place, path));
    return targets;
  }

  #find(place: string, from: string): LinkTarget[] {
    const hash = place.indexOf("#");
    const name = place.slice(hash + 1);
    const own = pathKey(from);
    for (const key of place.slice(0, hash).split("\n")) {
      const files = filesOf(key, own, (name) => this.#filesLike(name));
      if (files.length === 0) continue;
      const sections = name === "" ? [] : this.#sections(files, name);
      if (sections.length > 0) return sections;
      // A link to a section that the page lacks tells nothing about the page.
      if (key !== own) {
        return files.map(({ segment, file }) => ({
          ...{ segment, file, section: -1 },
        }));
      }
    }
    return name === "" ? [] : this.#labelled(name);
  }

  #filesLike(key: string): FilePlace[] {
    this.#files ??= this.#byName();
    return (this.#files.get(hashLast(key)) ?? []).map((row) => {
      const segment = row >>> 16;
      const file = row & 0xffff;
      return { segment, file, key: pathKey(this.#pathOf(segment, file)) };
    });
  }

  #pathOf(segment: number, file: number): string {
    return this.#segments[segment]?.path(file) ?? "";
  }

  #byName(): Map<number, number[]> {
    const files = new Map<number, number[]>();
    this.#segments.forEach(({ columns: { fileName }, deadFiles }, at) => {
      for (let file = 0; file < fileName.length; file++) {
        if (deadFiles[file] !== 0) continue;
        const known = files.get(fileName[file]!);
        if (known) known.push(at * 65536 + file);
        else files.set(fileName[file]!, [at * 65536 + file]);
      }
    });
    return files;
  }

  /** The sections of files that are called so, by their author or their title. */
  #sections(files: readonly FilePlace[], name: string): LinkTarget[] {
    const wanted = hashName(name);
    const found: LinkTarget[] = [];
    for (const { segment: at, file } of files) {
      const segment = this.#segments[at];
      if (!segment) continue;
      const { sectionFile } = segment.columns;
      let section = lowerBound(sectionFile, file);
      for (; sectionFile[section] === file; section++) {
        if (nameHash(segment, section) !== wanted) continue;
        found.push({ segment: at, file, section });
        break;
      }
    }
    return found.slice(0, 1);
  }

  /** The section of the manual with an id, if only one has it. */
  #labelled(name: string): LinkTarget[] {
    const wanted = hashName(name);
    const found: LinkTarget[] = [];
    this.#segments.forEach(({ columns, deadFiles }, segment) => {
      columns.idHash.forEach((hash, i) => {
        if (hash !== wanted) return;
        const section = columns.idSection[i]!;
        const file = columns.sectionFile[section]!;
        if (deadFiles[file] === 0) found.push({ segment, file, section });
      });
    });
    return found.length === 1 ? found : [];
  }
}

/**
 * The files that a key of a place leads to from a page. Where it is from the top
 * of a site: those whose keys end like it, all of the one or of the other. Of
 * several, that with most in common with where the link is.
 *
 * @param like Gives the files whose keys have the last part in common with one.
 */
export function filesOf<F extends { readonly key: string }>(
  key: string,
  from: string,
  like: (key: string) => readonly F[],
): readonly F[] {
  const isFromTop = key.startsWith("/");
  const wanted = isFromTop ? key.slice(1) : key;
  const files = like(wanted);
  const exact = files.filter((file) => file.key === wanted);
  if (exact.length > 0 || !isFromTop) return exact;
  const near = files.filter((file) =>
    file.key.endsWith(`/${wanted}`) || wanted.endsWith(`/${file.key}`)
  );
  const most = Math.max(...near.map((file) => shared(file.key, from)));
  const best = near.filter((file) => shared(file.key, from) === most);
  return new Set(best.map((file) => file.key)).size === 1 ? best : [];
}

function nameHash(segment: Segment, section: number): number {
  const { idSection, idHash } = segment.columns;
  const at = lowerBound(idSection, section);
  return idSection[at] === section
    ? idHash[at]!
    : hashName(segment.title(section));
}

/** How many parts two keys have in common at their beginnings. */
function shared(a: string, b: string): number {
  const parts = a.split("/");
  const others = b.split("/");
  const at = parts.findIndex((part, i) => part !== others[i]);
  return at < 0 ? parts.length : at;
}
