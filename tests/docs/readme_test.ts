import assert from "node:assert/strict";
import {
  fencesOf,
  headingsOf,
  type Page,
  readPages,
} from "../../scripts/docs/pages.ts";
import { cursorLink, vsCodeLink } from "../../scripts/docs/buttons.ts";
import { defaultConfig } from "../../src/config/draft.ts";
import { loadConfig } from "../../src/config/load.ts";
import { widthOf } from "../../src/text/width.ts";
import { withYaml } from "../kit/with_yaml.ts";

function page(path: string): Page {
  const found = readPages().find((page) => page.path === path);
  assert.ok(found, path);
  return found;
}

const ENGLISH = page("README.md");
const JAPANESE = page("docs/README.ja.md");

/** Code without comments, which are in each page's language. */
function commands(page: Page): (readonly [string, string])[] {
  return fencesOf(page).map(([language, text]) => [
    language,
    text.replace(/ *# .*$/gm, ""),
  ]);
}

/** Where links lead, seen from the project. */
function links({ path, text }: Page): string[] {
  return [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) =>
    new URL(link, `file:///${path}`).pathname.slice(1)
  ).filter((target) =>
    !target.startsWith("docs/README.ja") && target !== "README.md"
  );
}

Deno.test("README.md is read in a minute: at most 180 lines", () => {
  const lines = ENGLISH.text.split("\n").length - 1;
  assert.ok(lines <= 180, `${lines} lines`);
});

Deno.test("tables of both READMEs fit a screen of 120 columns", () => {
  for (const { path, text } of [ENGLISH, JAPANESE]) {
    const rows = text.split("\n").filter((line) => line.startsWith("|"));
    assert.ok(rows.length > 10, path);
    for (const row of rows) assert.ok(widthOf(row) <= 120, `${path}: ${row}`);
  }
});

Deno.test("README.md leads to every page of the documentation", () => {
  const linked = new Set(links(ENGLISH));
  const pages = readPages().map(({ path }) => path)
    .filter((path) => !/README/.test(path));
  assert.deepEqual(pages.filter((path) => !linked.has(path)), []);
});

Deno.test("install buttons start the published package with the user's key", () => {
  const vsCode = new URL(vsCodeLink()).searchParams.get("url") ?? "";
  const [, query = ""] = vsCode.split("vscode:mcp/install?");
  const cursor = new URL(cursorLink()).searchParams.get("config") ?? "";
  for (const text of [decodeURIComponent(query), atob(cursor)]) {
    const { command, args, env } = JSON.parse(text);
    const line = [command, ...args].join(" ");
    assert.equal(line, "npx -y openai-responses-mcp --stdio");
    assert.match(env.OPENAI_API_KEY, /^\$\{(input|env):/);
  }
  const after = ENGLISH.text.split("### After the release")[1] ?? "";
  assert.ok(after.includes(vsCodeLink()) && after.includes(cursorLink()));
});

Deno.test("README.md has a configuration that takes nothing away", async () => {
  for (const readme of [ENGLISH, JAPANESE]) {
    const [yaml = ""] = fencesOf(readme)
      .flatMap(([language, text]) => language === "yaml" ? [text] : []);
    const { config, warnings } = await loadConfig(withYaml(yaml, {}));
    assert.deepEqual(warnings, []);
    assert.deepEqual(config.search, defaultConfig().search);
    const profiles = Object.values(config.model_profiles);
    assert.equal(new Set(profiles.map((one) => one?.verbosity)).size, 3);
  }
});

Deno.test("README.ja.md has the sections of README.md", () => {
  const levels = (page: Page): number[] => headingsOf(page).map(([n]) => n);
  assert.deepEqual(levels(JAPANESE), levels(ENGLISH));
});

Deno.test("README.ja.md has the commands and examples of README.md", () => {
  assert.deepEqual(commands(JAPANESE), commands(ENGLISH));
});

Deno.test("README.ja.md leads where README.md leads", () => {
  const sorted = (page: Page): string[] => [...new Set(links(page))].sort();
  assert.deepEqual(sorted(JAPANESE), sorted(ENGLISH));
});

Deno.test("README.md says what is not published as long as nothing is", () => {
  const changelog = page("docs/changelog.md").text;
  const released = /^## v\d/m.test(changelog);
  assert.equal(
    ENGLISH.text.includes("**Nothing is published yet.**"),
    !released,
  );
});
