import fc from "fast-check";
import { isObject } from "../../src/schema/value.ts";
import type { ToolDefinition } from "../../src/tools/tool.ts";
import { changedJson } from "./changes.ts";
import { fromSchema, type Pools } from "./from_schema.ts";

/** A call of a tool. */
export interface CallInput {
  readonly tool: string;
  readonly args: unknown;
}

/** The manuals that are asked. */
export const MANUALS = {
  "guide/index.md":
    "---\ntitle: Guide\n---\npreamble\n\n# One\ntext 1\n## Two\n",
  "guide/sub/日本語.md": "# 返品\n\n返品は30日以内です。\n\n送料\n----\n無料\n",
  "guide/data.json": '{"limits":{"max":30}}',
  "guide/bad.md": new Uint8Array([0x23, 0x20, 0xff, 0xfe]),
  "guide/it's.md": "# It's\nQuoted 'so' or \"so\".\n",
  "other/a.md": "# Alpha\r\n\r\nReturns within 30 days.\r\n",
};

/** Texts that some argument takes. */
export const TEXTS: readonly string[] = [
  "guide",
  "other",
  "manuals",
  "index.md",
  "sub",
  "sub/日本語.md",
  "data.json",
  "bad.md",
  "it's.md",
  "返品",
  "returns 30 days",
  "What is new in Deno 2?",
  "example.com",
  "https://www.example.com/a",
  "resp_000000000000000000000001",
  "dir::guide::c3Vi",
  "file::guide::aW5kZXgubWQ",
  "file::guide::Li4vLi4vZXRjL3Bhc3N3ZA",
  "../other/a.md",
  "0",
];

/** Stands for the trace of a search that is made just before. */
export const TRACE = "the last trace";

/** Texts by the name of the argument that takes them. */
export const POOLS: Pools = {
  trace_id: [TRACE],
  manual_id: ["guide", "other"],
  path: ["index.md", "it's.md", "sub/日本語.md", "data.json", "a.md"],
  path_prefix: ["sub", "index.md"],
  id: ["guide", "dir::guide::c3Vi"],
  query: ["返品", "returns 30 days", "What is new in Deno 2?"],
  input: ["What is new in Deno 2?"],
  required_terms: ["返品", "returns"],
  domains: ["example.com", "https://www.example.com/a"],
};

/** A search that finds something. */
export const FIND = {
  manual_id: "guide",
  query: "返品",
  required_terms: ["返品"],
};

/** Arguments of those tools: from each schema, then changed. */
export function callsOf(
  definitions: readonly ToolDefinition[],
): fc.Arbitrary<CallInput> {
  return fc.oneof(...definitions.map(({ name, inputSchema }) =>
    fc.record({
      tool: fc.constant(name),
      args: changedJson(fromSchema(inputSchema, TEXTS, POOLS))
        .map((args) => isObject(args) ? args : { query: args }),
    })
  ));
}
