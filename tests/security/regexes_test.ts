import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { judgeRegex } from "../../scripts/security/judge_regex.ts";
import { headingText } from "../../src/manuals/formats/_heading_text.ts";
import { readAnswer } from "../../src/responses/answer/read_answer.ts";
import { namesOf } from "../../src/responses/answer/page_names.ts";
import { splitSources } from "../../src/responses/answer/source_list.ts";
import { findUrls } from "../../src/responses/answer/source_url.ts";

const CHECK = new URL("../../scripts/check_regexes.ts", import.meta.url);

function split(text: string, ids: string[] = []): void {
  splitSources(text, { ids, pages: namesOf([]), today: "2026-11-16" });
}

function read(text: string): void {
  const content = [{ type: "output_text", text: `Text. ${text}` }];
  const output = [{ type: "web_search_call" }, { type: "message", content }];
  readAnswer({ output }, {
    model: "m",
    domains: [],
    maxCitations: 3,
    today: "2026-11-16",
    store: true,
  });
}

async function checkRegexes(
  ...args: string[]
): Promise<{ code: number; text: string }> {
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", fileURLToPath(CHECK), ...args],
  }).output();
  return { code, text: new TextDecoder().decode(stdout) };
}

Deno.test("every regular expression in src is linear or reviewed", async () => {
  const { code, text } = await checkRegexes();
  assert.equal(code, 0, text);
  assert.match(text, /\d+ safe, \d+ reviewed, 0 failed/);
});

Deno.test("check_regexes fails on a planted expression, literal or constructed", async () => {
  for (
    const planted of [
      "export const BAD = /^(a+)+$/;",
      'export const BAD = new RegExp("^(?:x|x)*y$");',
      'export const SCHEMA = { pattern: "^(.*?)[ ]*$" };',
      "export function make(part: string): RegExp { return new RegExp(part); }",
    ]
  ) {
    const directory = Deno.makeTempDirSync();
    try {
      Deno.writeTextFileSync(`${directory}/planted.ts`, planted);
      const { code, text } = await checkRegexes(directory);
      assert.equal(code, 1, planted);
      assert.match(text, /planted\.ts:1 (VULNERABLE|NOT SEEN)/);
    } finally {
      Deno.removeSync(directory, { recursive: true });
    }
  }
});

Deno.test("judgeRegex() finds exponents, cubes and squares", async () => {
  for (
    const bad of [
      /^(a+)+$/,
      /^(?:a|a)*b/,
      /^(?:a|a){0,60}b/,
      /(x+x+)+y/,
      /\s+$/,
      /^\w+\s*=\s*\s*;/,
      /"(?:[^"\\]|\\.|[a-z])*"/,
      /^[a-z]+:(.*?)[ \t]*$/,
      /^\s*\s*(.*)$/,
      /(?:^|\s)#.*$/,
      /[^.\n]+(?:\.(?=\s|$)|(?=\n|$))/g,
    ]
  ) {
    assert.equal((await judgeRegex(bad)).status, "vulnerable", String(bad));
  }
});

Deno.test("judgeRegex() passes what is linear", async () => {
  for (
    const good of [
      /^(?:ab|cd)?[a-z]{1,8}$/,
      /^[a-z]+$/,
      /^\d+(\.\d*)?$/,
      /"[^"]*"/y,
      /^.*$/s,
    ]
  ) assert.equal((await judgeRegex(good)).status, "safe", String(good));
});

Deno.test("hostile text does not slow down what reads answers and headings", () => {
  const long = 200_000;
  const runs = [" ", "\t", "*", "(", "[", "`", "<", "_", "/", ".", "\u2028"];
  const started = performance.now();
  for (const run of runs) {
    const text = run.repeat(long);
    headingText(`[a](${text}x`);
    split(`Sources${text}x\nSources:${text}x`);
    read(`[1] ${text}1] ${text}2025-01-02 ${text}\uE200${text}x`);
    findUrls(`https://example.com/${text}x`);
  }
  const ids = Array.from({ length: 10_000 }, (_, i) => `id-${i}`);
  for (
    const lines of [
      `${"Sources\n\n".repeat(50_000)}The end.`,
      `Sources:\n${"https://a.example/ 2026-01-02 ".repeat(50_000)}`,
      `Sources:\n${"https://a.example/ ".repeat(50_000)}${
        "2026-01-02 ".repeat(50_000)
      }`,
      `Sources:\n${"- other 2026-01-02\n".repeat(50_000)}`,
    ]
  ) {
    split(lines, ids);
    read(lines);
  }
  for (
    const piece of [
      "[1]",
      "【1†",
      "\uE200",
      "citeturn0search1 ",
      "`a`` ",
      "[a](https://a.example/) ",
      "[[",
      "# Sources\n## a\n",
      "| 1 | ",
      "[^1]: https://a.example/\n",
      "\x1b]",
      "Jan 5, ",
    ]
  ) read(piece.repeat(20_000));
  // Squares of this length would take minutes.
  assert.ok(performance.now() - started < 20_000);
});
