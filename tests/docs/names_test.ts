import assert from "node:assert/strict";
import {
  defaultProblems,
  factProblems,
} from "../../scripts/docs/check_facts.ts";
import { rpcCodes } from "../../scripts/docs/errors.ts";
import { ErrorCode } from "../../src/jsonrpc/messages.ts";
import { linkProblems } from "../../scripts/docs/check_links.ts";
import { nameProblems } from "../../scripts/docs/check_names.ts";
import { exists, knownNames } from "../../scripts/docs/known_names.ts";
import { type Page, readPages } from "../../scripts/docs/pages.ts";

Deno.test("every relative link and anchor of the pages resolves", () => {
  assert.deepEqual(linkProblems(readPages(), { exists }), []);
});

Deno.test("every name in the pages is the code's", () => {
  assert.deepEqual(nameProblems(readPages(), knownNames()), []);
});

Deno.test("linkProblems() finds a missing file and a missing heading", () => {
  const pages: Page[] = [
    { path: "docs/a.md", text: "# A b\n\n[x](b.md) [y](#a-b) [z](#c)\n" },
  ];
  assert.deepEqual(linkProblems(pages, { exists: (p) => p === "docs/a.md" }), [
    "docs/a.md: no file for b.md",
    "docs/a.md: no heading for #c",
  ]);
});

const PLANTED: Readonly<Record<string, string>> = {
  "`deno task nothing`": "task nothing",
  "```sh\nnpx -y deno@2.9.6 task none\n```": "task none",
  "`--configuration`": "option --configuration",
  "```sh\nopenai-responses-mcp --record\n```": "option --record",
  "`OPENAI_TIMEOUT_API`": "variable OPENAI_TIMEOUT_API",
  "`request.timeout_sec`": "setting request.timeout_sec",
  "`http.prot`": "setting http.prot",
  "`-32099`": "code -32099",
  "call `manual_search`": "tool manual_search",
  "`rate_limit_reached`": "word rate_limit_reached",
  "`src/mcp/nothing.ts`": "file src/mcp/nothing.ts",
  "`nothing.ts`": "file nothing.ts",
};

for (const [text, problem] of Object.entries(PLANTED)) {
  Deno.test(`nameProblems() finds a planted ${problem}`, () => {
    const problems = nameProblems([{ path: "x.md", text }], knownNames());
    assert.ok(problems.includes(`x.md: no ${problem}`), problems.join("\n"));
  });
}

Deno.test("nameProblems() accepts what exists", () => {
  const text = "`deno task test` `--show-config` `OPENAI_API_KEY` " +
    "`request.timeout_ms` `-32700` `manual_ls` `rate_limited` `src/main.ts` " +
    "`model_profiles.answer.model` `server.tools`";
  assert.deepEqual(nameProblems([{ path: "x.md", text }], knownNames()), []);
});

Deno.test("contributing.md lists every task", () => {
  const page = readPages().find(({ path }) => path === "docs/contributing.md");
  const listed = [...page?.text.matchAll(/^\| `deno task (\S+)`/gm) ?? []]
    .map(([, name]) => name);
  assert.deepEqual(listed.sort(), [...knownNames().tasks].sort());
});

Deno.test("every default that the pages state is the code's", () => {
  assert.deepEqual(defaultProblems(readPages()), []);
});

Deno.test("defaultProblems() finds a planted difference", () => {
  const text = "`request.timeout_ms` (60000, a minute) and\n" +
    "`policy.timezone` (UTC by\ndefault), `request.max_retries` (3)";
  assert.deepEqual(defaultProblems([{ path: "x.md", text }]), [
    "x.md: request.timeout_ms is 300000 by default, not 60000",
    "x.md: policy.timezone is Asia/Tokyo by default, not UTC",
  ]);
});

Deno.test("every fact that the pages state is the code's", () => {
  assert.deepEqual(factProblems(readPages()), []);
});

Deno.test("factProblems() finds a planted difference", () => {
  const pages = readPages().map(({ path, text }) => ({
    path,
    text: text.replace("Dates are in Asia/Tokyo", "Dates are in UTC")
      .replace("Node 20 以降", "Node 18 以降")
      .replace("from\n  MCP 2024-11-05", "from\n  MCP 2024-10-07")
      .replace("every 10 s", "every 12 s")
      .replace("the first 2,000 count", "some count"),
  }));
  const found = factProblems(pages);
  assert.deepEqual(found.slice(0, 2), [
    'docs/manuals.md: "of which the first # count" is 2,000, not there',
    'docs/troubleshooting.md: "progress at least every # s" is 10, not 12',
  ]);
  const readme = "README.md";
  const places = found.slice(2).map((problem) => problem.split(": ")[0]);
  assert.deepEqual(places, [readme, readme, readme, "docs/README.ja.md"]);
});

Deno.test("rpcCodes() has every code of JSON-RPC that the server sends", () => {
  const missing = Object.values(ErrorCode)
    .filter((code) => !rpcCodes().includes(code));
  assert.deepEqual(missing, []);
});
