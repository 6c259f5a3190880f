import { fromBase64Url, toBase64Url } from "../../text/base64url.ts";
import { ManualError } from "../errors.ts";

/** What an id of a list stands for; no path: the manual itself. */
export interface IdTarget {
  readonly kind: "dir" | "file";
  readonly manual: string;
  readonly path: string;
}

/** Makes the id of a directory or file below a manual. */
export function makeId({ kind, manual, path }: IdTarget): string {
  return `${kind}::${manual}::${toBase64Url(new TextEncoder().encode(path))}`;
}

/** Reads an id; one without a prefix is a manual's name. */
export function readId(id: string): IdTarget {
  const kind = /^(dir|file)::/.exec(id)?.[1];
  if (kind !== "dir" && kind !== "file") {
    return { kind: "dir", manual: id, path: "" };
  }
  const manualStart = kind.length + 2;
  const manualEnd = id.lastIndexOf("::");
  const path = manualEnd > manualStart
    ? readPath(id.slice(manualEnd + 2))
    : undefined;
  if (path === undefined) {
    throw new ManualError({ kind: "id", parameter: "id", value: id });
  }
  return { kind, manual: id.slice(manualStart, manualEnd), path };
}

/** The path that an encoded one stands for; `undefined` for what is none. */
function readPath(encoded: string): string | undefined {
  const bytes = encoded === "" ? undefined : fromBase64Url(encoded);
  if (!bytes) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      .decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
