import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { walk } from "./kit/walk.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/**
 * The layers, from the top down: a module may import from its own layer and
 * from those below. Types count as much as values.
 */
const LAYERS: readonly (readonly string[])[] = [
  ["mod.ts", "src/worker.ts"],
  ["src/main.ts"],
  ["src/serve_http.ts"],
  ["src/serve.ts"],
  ["src/cli/"],
  ["src/mcp/"],
  ["src/tools/"],
  ["src/manuals/", "src/responses/"],
  ["src/policy/"],
  ["src/config/"],
  ["src/jsonrpc/"],
  ["src/log.ts"],
  ["src/runtime/"],
  ["src/schema/", "src/version.ts"],
  ["src/text/"],
];

/** Loads on demand for its callers, so it names modules above them. */
const LAZY = "src/lazy.ts";

interface Module {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

function load(...folders: readonly string[]): Module[] {
  const below = (folders.length > 0 ? folders : ["src"]).flatMap((folder) =>
    walk(ROOT + folder).map((path) => `${folder}/${path}`)
  );
  const paths = ["mod.ts", ...below];
  return paths.filter((path) => path.endsWith(".ts")).map((path) => {
    const text = Deno.readTextFileSync(ROOT + path);
    const found = text.matchAll(
      /(?:from|import|import\(|load<\w+>\()\s*"(\.{1,2}\/[^"]+)"/g,
    );
    const base = new URL(path, "file:///");
    const imports = [...found].map(([, specifier = ""]) =>
      new URL(specifier, base).pathname.slice(1)
    );
    return { path, text, imports };
  });
}

function layerOf(path: string): number {
  const layer = LAYERS.findIndex((names) =>
    names.some((name) => name === path || path.startsWith(name))
  );
  assert.notEqual(layer, -1, `${path} belongs to a layer`);
  return layer;
}

/** Two folders of one layer do not know each other. */
function sameFolder(a: string, b: string): boolean {
  const folder = (path: string): string =>
    path.split("/").slice(0, 2).join("/");
  return folder(a) === folder(b);
}

Deno.test("imports go one way", () => {
  for (const { path, imports } of load()) {
    if (path === LAZY) continue;
    for (const target of imports) {
      if (target === LAZY) continue;
      const down = layerOf(target) - layerOf(path);
      const allowed = down > 0 || down === 0 && sameFolder(path, target);
      assert.ok(allowed, `${path} must not import ${target}`);
    }
  }
});

/** Folders of tests whose subject is a script. */
const SCRIPTS_TESTED =
  /^tests\/(bench|distribution|docs|e2e|evals|faults|fuzz|mutants|security)\//;

Deno.test("scripts take from the kit, and nothing takes from scripts", () => {
  for (const { path, imports } of load("src", "tests", "scripts")) {
    for (const target of imports) {
      const message = `${path} must not import ${target}`;
      if (path.startsWith("src/")) {
        assert.doesNotMatch(target, /^(tests|scripts)\//, message);
      } else if (path.startsWith("scripts/")) {
        assert.doesNotMatch(
          target,
          /^tests\/(?!kit\/)/,
          message,
        );
      } else if (!SCRIPTS_TESTED.test(path)) {
        assert.doesNotMatch(target, /^scripts\/.*\.ts$/, message);
      }
    }
  }
});

/** The stages of a search, from the last to the first. */
const STAGES: readonly string[] = [
  "src/manuals/find/",
  "src/manuals/search/pool/",
  "src/manuals/search/local/local_engine.ts",
  "src/manuals/search/local/search.ts",
  "src/manuals/search/local/rank/",
  "src/manuals/search/local/query/",
  "src/manuals/search/local/index/",
  "src/manuals/search/local/tokens/",
  "src/manuals/search/engine.ts",
  "src/manuals/search/hit.ts",
  "src/manuals/library/",
  "src/manuals/formats/",
];

/** The stages of an answer, from the last to the first; then what all share. */
const ANSWER_STAGES: readonly string[] = [
  "src/responses/mod.ts",
  "src/responses/client.ts",
  "src/responses/run/",
  "src/responses/request/",
  "src/responses/answer/",
  "src/responses/",
];

function assertOneWay(stages: readonly string[]): void {
  const stageOf = (path: string): number =>
    stages.findIndex((stage) => path.startsWith(stage));
  for (const { path, imports } of load()) {
    const from = stageOf(path);
    if (from < 0) continue;
    for (const target of imports.filter((name) => stageOf(name) >= 0)) {
      assert.ok(stageOf(target) >= from, `${path} must not import ${target}`);
    }
  }
}

Deno.test("the stages of a search know only those before them", () => {
  assertOneWay(STAGES);
});

Deno.test("the stages of an answer know only those before them", () => {
  assertOneWay(ANSWER_STAGES);
});

Deno.test("only sdk.ts knows the SDK", () => {
  const users = load().filter(({ text }) =>
    /(?:from|import\()\s*"openai["/]/.test(text)
  );
  assert.deepEqual(users.map(({ path }) => path), [
    "src/responses/run/sdk.ts",
  ]);
});

Deno.test("find/ knows engines by their interface, and only one file opens one", () => {
  const own =
    /^src\/manuals\/search\/local\/(?!query\/|tokens\/|index\/checksum)/;
  for (const { path, imports } of load()) {
    if (!path.startsWith("src/manuals/find/")) continue;
    if (path.endsWith("/open_finder.ts")) continue;
    // Words of a question are cut the same way by all engines.
    const inner = imports.filter((target) => own.test(target));
    assert.deepEqual(inner, [], path);
  }
});

Deno.test("no import cycle", () => {
  const graph = new Map(load().map((m) => [m.path, m.imports]));
  const done = new Set<string>();
  function visit(path: string, trail: readonly string[]): void {
    if (path === LAZY || done.has(path)) return;
    assert.ok(!trail.includes(path), `cycle: ${[...trail, path].join(" > ")}`);
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  }
  for (const path of graph.keys()) visit(path, []);
});

Deno.test("only src/runtime/ touches the process, files, environment and clocks", () => {
  const forbidden =
    /\bDeno\.|"node:|\bprocess\.|Date\.now\(|new Date\(\)|performance\.now\(|\b(set|clear)(Timeout|Interval)\(|\bconsole\./;
  for (const { path, text } of load()) {
    if (path.startsWith("src/runtime/")) continue;
    const code = text.replace(/\/\*[^]*?\*\/|\/\/.*$/gm, "");
    assert.doesNotMatch(code, forbidden, path);
  }
});

Deno.test("the engines speak of no tool to who cannot call one", () => {
  for (const { path, text } of load()) {
    // What to call next is data there, by 004's names.
    if (path === "src/manuals/find/next_actions.ts") continue;
    if (!path.startsWith("src/manuals/")) continue;
    assert.doesNotMatch(text, /\bmanual_(ls|toc|find|hits|read|scan)\b/, path);
  }
});

/** Where `!` may stand after a subscript: loops over flat arrays. */
const FLAT_ARRAYS = /^src\/manuals\/search\/local\/(index|rank)\//;
const IGNORES_ASSERTIONS = /deno-lint-ignore.* no-non-null-assertion/;

Deno.test("no any, no non-null assertion, no empty catch", () => {
  const forbidden =
    /:\s*any\b|\bas any\b|<any\b|\bany\[\]|[\w\])]!(?=[.;,)\]])|catch\s*(\([^)]*\))?\s*\{\s*\}/;
  for (const { path, text } of load()) {
    let code = text.replace(/\/\*[^]*?\*\/|\/\/.*$/gm, "");
    // A fallback would turn a defect into a wrong score.
    if (FLAT_ARRAYS.test(path)) code = code.replaceAll("]!", "]");
    assert.doesNotMatch(code, forbidden, path);
    assert.ok(FLAT_ARRAYS.test(path) || !IGNORES_ASSERTIONS.test(text), path);
  }
});

Deno.test("no path is taken from a URL as it is spelt there", () => {
  // In a clone below "My Projects" that would be "My%20Projects".
  const paths = ["src", "tests", "scripts"].flatMap((place) =>
    walk(ROOT + place).map((path) => `${place}/${path}`)
  );
  for (const path of paths.filter((name) => name.endsWith(".ts"))) {
    const text = Deno.readTextFileSync(ROOT + path);
    assert.doesNotMatch(text, /import\.meta\.url\)\s*\.pathname/, path);
  }
});

Deno.test("no file has two subjects: none is over 300 lines", () => {
  for (const place of ["mod.ts", "src", "tests", "scripts"]) {
    const paths = place.endsWith(".ts")
      ? [place]
      : walk(ROOT + place).map((path) => `${place}/${path}`);
    for (const path of paths.filter((name) => name.endsWith(".ts"))) {
      const lines = Deno.readTextFileSync(ROOT + path).split("\n").length - 1;
      assert.ok(lines <= 300, `${path} has ${lines} lines`);
    }
  }
});

Deno.test("the start of the program does not load what initialize does not need", () => {
  const modules = new Map(load().map((m) => [m.path, m]));
  const reached = new Set<string>();
  function visit(path: string): void {
    const module = modules.get(path);
    if (!module || reached.has(path)) return;
    reached.add(path);
    const values = module.text.matchAll(
      /^(?:import|export) (?!type\b)[^;]*?from "(\.{1,2}\/[^"]+)";/gm,
    );
    for (const [statement, specifier = ""] of values) {
      const names = /\{([^}]*)\}/.exec(statement)?.[1]?.split(",") ?? [];
      const typesOnly = names.length > 0 &&
        names.every((n) => n.trim() === "" || n.trim().startsWith("type "));
      if (typesOnly) continue;
      visit(new URL(specifier, `file:///${path}`).pathname.slice(1));
    }
  }
  visit("mod.ts");
  assert.ok(reached.has("src/mcp/stdio.ts"), "the walk finds the server");
  for (const path of reached) {
    assert.doesNotMatch(path, /^src\/(manuals|responses|policy)\/|yaml/);
    assert.doesNotMatch(
      path,
      /^src\/tools\/(?!caller|define_tool|registry|turns)/,
    );
    assert.doesNotMatch(path, /^src\/cli\/(?!args|start_log)/);
  }
  // Each costs a tenth of a millisecond of every start, whose limit is twice
  // the time of a bare script.
  assert.ok(reached.size <= 60, `${reached.size} modules: ${[...reached]}`);
});

Deno.test("modules are loaded on demand through src/lazy.ts alone", () => {
  for (const { path, text } of load()) {
    // Deno would load what a literal one names with the module that names it.
    assert.doesNotMatch(text, /await import\(\s*"\./, path);
  }
});

Deno.test("the project names no machine, registry host or leftover", () => {
  const places = ["src", "tests", "scripts", "docs", "config", ".github"];
  const words = new RegExp(
    ["/wo" + "rk/", "/ro" + "ot/", "TO" + "DO", "FIX" + "ME", "registry\\.npm"]
      .join("|"),
  );
  for (const place of places) {
    for (const path of walk(ROOT + place)) {
      const text = Deno.readTextFileSync(`${ROOT}${place}/${path}`);
      assert.doesNotMatch(text, words, `${place}/${path}`);
    }
  }
});
