import type { FileLink } from "../../local/index/link_segment.ts";
import { hashName, pathKey } from "../../local/index/link_place.ts";
import { filesOf } from "../../local/index/link_targets.ts";

interface NamedFile {
  readonly path: string;
  readonly key: string;
}

/** What a link may lead to. */
export interface LinkPlace {
  /** Files. */
  readonly paths: readonly string[];
  /** The hash of the id of a section, wherever that is. */
  readonly id?: number;
}

/** Where links of a manual lead, by the names of all its files. */
export class LinkPlaces {
  /** By the last part of their keys. */
  readonly #files = new Map<string, NamedFile[]>();

  /** Takes the paths of all files. */
  constructor(paths: readonly string[]) {
    for (const path of paths) {
      const key = pathKey(path);
      const known = this.#files.get(lastPart(key));
      if (known) known.push({ path, key });
      else this.#files.set(lastPart(key), [{ path, key }]);
    }
  }

  /** Where a link leads: at least there, as `LinkTargets` looks closer. */
  of({ path, place }: FileLink): LinkPlace {
    const hash = place.indexOf("#");
    const name = place.slice(hash + 1);
    const own = pathKey(path);
    const paths: string[] = [];
    for (const key of place.slice(0, hash).split("\n")) {
      const files = filesOf(key, own, (like) => this.#like(like));
      if (files.length === 0 || (key === own && name === "")) continue;
      paths.push(...files.map((file) => file.path));
      if (key !== own) return { paths };
    }
    return name === "" ? { paths } : { paths, id: hashName(name) };
  }

  #like(key: string): readonly NamedFile[] {
    return this.#files.get(lastPart(key)) ?? [];
  }
}

function lastPart(key: string): string {
  return key.slice(key.lastIndexOf("/") + 1);
}
