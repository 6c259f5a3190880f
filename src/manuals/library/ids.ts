import { ManualError } from "../errors.ts";

/** What an id of a list stands for; no path: the manual itself. */
export interface IdTarget {
  readonly kind: "dir" | "file";
  readonly manual: string;
  readonly path: string;
}

/** Makes the id of a directory or file below a manual. */
export function makeId({ kind, manual, path }: IdTarget): string {
  return `${kind}::${manual}::${toBase64Url(path)}`;
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
    ? fromBase64Url(id.slice(manualEnd + 2))
    : undefined;
  if (path === undefined) {
    throw new ManualError({ kind: "id", parameter: "id", value: id });
  }
  return { kind, manual: id.slice(manualStart, manualEnd), path };
}

function toBase64Url(text: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) {
    binary += String.fromCharCode(byte);
  }
  return btoa(binary).replace(
    /[+/=]/g,
    (c) => c === "+" ? "-" : c === "/" ? "_" : "",
  );
}

function fromBase64Url(encoded: string): string | undefined {
  if (!/^[\w-]+$/.test(encoded)) return undefined;
  try {
    const binary = atob(encoded.replace(/[-_]/g, (c) => c === "-" ? "+" : "/"));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      .decode(bytes);
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) {
      return undefined;
    }
    throw error;
  }
}
