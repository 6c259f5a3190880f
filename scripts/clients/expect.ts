import type { Results, Step } from "./scripted_model.ts";

/** A manual of one page, to be found in. */
export const PAGE = {
  manual: "guide",
  path: "backup.md",
  text: "# Backups\n\nEvery night.\n\n## Restoring a snapshot\n\n" +
    "Stop the server, then run the restore command.\n",
} as const;

const ANSWER = "answer";
const LIST = "manual_ls";
const FIND = "manual_find";

/** What the model does inside the client. */
export const STEPS: readonly Step[] = [
  [ANSWER, { query: "What is the weather in Tokyo today?" }],
  [LIST, {}],
  [FIND, {
    manual_id: PAGE.manual,
    query: "how do I restore a backup?",
    required_terms: ["snapshot"],
  }],
];

/** What the model should have received and did not, one line each. */
export function missingIn(results: Results): string[] {
  const problems = STEPS.flatMap(([tool]) =>
    results.has(tool) ? [] : [`the model got no result of ${tool}`]
  );
  const answer = resultOf(results.get(ANSWER) ?? "", "citations");
  const citations = answer?.citations;
  if (!Array.isArray(citations) || !/^https:/.test(citations[0]?.url)) {
    problems.push("the answer has no citation with a URL");
  }
  if (!/\n\nSources:\n- https:/.test(String(answer?.answer))) {
    problems.push("the answer does not end in its sources");
  }
  const found = resultOf(results.get(FIND) ?? "", "inline_hits");
  const hits = found?.inline_hits as Found | undefined;
  const best = hits?.items?.[0];
  if (best?.ref?.path !== PAGE.path || !/snapshot/.test(best.title ?? "")) {
    problems.push("the best hit is not the section of the manual");
  }
  return problems;
}

interface Found {
  readonly items?: readonly {
    readonly title?: string;
    readonly ref?: { readonly path?: string };
  }[];
}

type Json = Readonly<Record<string, unknown>>;

/**
 * The object with this member in a tool's result. Clients wrap the text: in
 * marks of their own, or as a string in JSON.
 */
export function resultOf(
  text: string,
  member: string,
): Json | undefined {
  const from = text.indexOf("{");
  if (from < 0) return undefined;
  const inner = text.slice(from, text.lastIndexOf("}") + 1);
  const value = parse(inner);
  if (value === undefined) return undefined;
  if (member in value) return value;
  for (const one of Object.values(value)) {
    const found = typeof one === "string" ? resultOf(one, member) : undefined;
    if (found) return found;
  }
  return undefined;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
