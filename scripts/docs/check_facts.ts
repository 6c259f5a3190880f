import { defaultConfig } from "../../src/config/draft.ts";
import { LEGACY_VERSIONS, MODERN_VERSIONS } from "../../src/mcp/eras.ts";
import { packageJson } from "../build_npm/package_json.ts";
import type { Page } from "./pages.ts";

type Fact = readonly [path: string, phrase: string, fact: string];

/** Where a page states a fact, `#` for its words, and what the code has. */
function statedFacts(): Fact[] {
  const { http, policy } = defaultConfig();
  const { node } = packageJson().engines as { node: string };
  const oldestNode = node.replace(">=", "");
  const [oldest] = LEGACY_VERSIONS;
  const others = LEGACY_VERSIONS.slice(0, -1).join(", ");
  const last = LEGACY_VERSIONS.at(-1) ?? "";
  const newest = MODERN_VERSIONS[MODERN_VERSIONS.length - 1] ?? "";
  const url = `http://${http.host}:${http.port}${http.path}`;
  return [
    ["README.md", "**Dates are in #**", policy.timezone],
    ["docs/README.ja.md", "**日付は #**", policy.timezone],
    ["README.md", "from MCP # to", oldest],
    ["README.md", `from MCP ${oldest} to #.`, newest],
    ["docs/README.ja.md", "MCP # から", oldest],
    ["docs/README.ja.md", `MCP ${oldest} から # まで`, newest],
    ["docs/spec.md", `echoes ${others} or #,`, last],
    [
      "docs/reference/transports.md",
      `echoes ${others} and #,`,
      last,
    ],
    ["README.md", "You need Node # or later", oldestNode],
    ["docs/README.ja.md", "Node # 以降", oldestNode],
    ["docs/clients.md", "--transport http openai-responses #", url],
  ];
}

/** Facts that a page states otherwise than the source has them, or no longer. */
export function factProblems(pages: readonly Page[]): string[] {
  return statedFacts().flatMap(([path, phrase, fact]) => {
    const text = pages.find((page) => page.path === path)?.text ?? "";
    const found = patternOf(phrase).exec(text)?.[1];
    return found === fact
      ? []
      : [`${path}: "${phrase}" is ${fact}, not ${found ?? "there"}`];
  });
}

function patternOf(phrase: string): RegExp {
  const escaped = phrase.replace(/[.*()|]/g, "\\$&").replaceAll(" ", "\\s+");
  // At the end of a phrase it is a whole word.
  return new RegExp(
    escaped.replace(/#$/, "(\\S+)").replace("#", "(\\S+?)"),
  );
}
