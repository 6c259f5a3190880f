import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
} from "yaml";
import type { Document, Node } from "yaml";
import { ConfigError } from "./draft.ts";

/** Line and column, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A parsed file whose values know where they stand. */
export interface YamlFile {
  readonly path: string;
  readonly value: unknown;
  /** Where a key stands, or the nearest of its parents. */
  position(path: readonly string[]): Position;
}

const MAX_PROBLEMS = 5;

/**
 * Parses YAML. Errors carry line and column but no excerpt: a line of a
 * configuration may hold a secret.
 */
export function parseYaml(text: string, path: string): YamlFile {
  refuseOtherEncodings(text, path);
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    // Profiles have much in common; YAML 1.2 alone would take << for a key.
    merge: true,
    // Not "silent": that would let a second document pass unseen.
    logLevel: "error",
  });
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  if (document.errors.length > 0) {
    throw new ConfigError(
      document.errors.slice(0, MAX_PROBLEMS).map((error) => {
        const { line, column } = at(error.pos[0]);
        const message = error.code === "MULTIPLE_DOCS"
          ? "more than one document; remove the line ---"
          : withoutText(error.message);
        return `${path}:${line}:${column}: not valid YAML: ${message}`;
      }),
    );
  }
  const alias = strayAlias(document);
  if (alias !== undefined) {
    const { line, column } = at(alias);
    throw new ConfigError([
      `${path}:${line}:${column}: not usable YAML: a value that begins with * needs quotes, unless it names a value before it`,
    ]);
  }
  const offsets = new Map<string, number>();
  collect(document.contents, [], offsets);
  return {
    path,
    value: toValue(() => document.toJS({ maxAliasCount: 100 }), path),
    position(keys) {
      for (let depth = keys.length; depth > 0; depth--) {
        const offset = offsets.get(JSON.stringify(keys.slice(0, depth)));
        if (offset !== undefined) return at(offset);
      }
      return { line: 1, column: 1 };
    },
  };
}

/** Other encodings leave these; their text would hide a secret from us. */
function refuseOtherEncodings(text: string, path: string): void {
  const at = text.search(/[\0\ufffd]/);
  if (at < 0) return;
  const before = text.slice(0, at).split("\n");
  const column = (before.at(-1) ?? "").length + 1;
  throw new ConfigError([
    `${path}:${before.length}:${column}: not UTF-8 text; save the file as UTF-8`,
  ]);
}

/** Where the first alias stands that is one of nothing, if there is any. */
function strayAlias(document: Document): number | undefined {
  const anchors = new Set<string>();
  let found: number | undefined;
  visit(document, (_key, node) => {
    if (isAlias(node)) {
      if (anchors.has(node.source)) return undefined;
      found = node.range?.[0] ?? 0;
      return visit.BREAK;
    }
    if (isNode(node) && node.anchor) anchors.add(node.anchor);
    return undefined;
  });
  return found;
}

/** Some messages quote the text at fault; it may be a secret. */
function withoutText(message: string): string {
  return message.replace(/"[^"]{12,}"|'[^']{12,}'/g, "…").slice(0, 200);
}

function toValue(read: () => unknown, path: string): unknown {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`${path}: not usable YAML: ${withoutText(reason)}`]);
  }
}

function collect(
  node: Node | null,
  path: readonly string[],
  offsets: Map<string, number>,
): void {
  if (isMap(node)) {
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : String(key);
      const child = [...path, name];
      const range = isScalar(key) ? key.range : undefined;
      if (range) offsets.set(JSON.stringify(child), range[0]);
      collect(value as Node | null, child, offsets);
    }
  } else if (isSeq(node)) {
    node.items.forEach((item, index) => {
      const child = [...path, String(index)];
      const { range } = item as Node;
      if (range) offsets.set(JSON.stringify(child), range[0]);
      collect(item as Node, child, offsets);
    });
  }
}
