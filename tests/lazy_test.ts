import assert from "node:assert/strict";
import { whyNotLoaded } from "../src/lazy.ts";

const ROOT = new URL("../", import.meta.url);

Deno.test("whyNotLoaded() names the package and the cause, on one line", () => {
  const chain = [
    "Failed caching npm package 'yaml@2.9.1'",
    "    0: error sending request for url (https://registry.example/yaml.tgz)",
    "    1: client error (Connect)",
    "    2: Connection refused (os error 111)",
    "    at file:///somewhere/yaml_file.ts:10:8",
  ];
  assert.equal(
    whyNotLoaded(new TypeError(chain.join("\n"))),
    "Failed caching npm package 'yaml@2.9.1': Connection refused (os error 111)",
  );
  assert.equal(
    whyNotLoaded(new TypeError("Too many open files\n    at file:///x.ts:1:1")),
    "Too many open files",
  );
});

/** The modules that are loaded with one of them. */
function loadedWith(start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  function visit(module: URL): void {
    const path = module.href.slice(ROOT.href.length);
    if (reached.has(path)) return;
    reached.add(path);
    const values = Deno.readTextFileSync(module).matchAll(
      /^(?:import|export) (?!type\b)[^;]*?from "(\.{1,2}\/[^"]+)";/gm,
    );
    for (const [statement, specifier = ""] of values) {
      const names = /\{([^}]*)\}/.exec(statement)?.[1]?.split(",") ?? [];
      const typesOnly = names.length > 0 &&
        names.every((n) => n.trim() === "" || n.trim().startsWith("type "));
      if (!typesOnly) visit(new URL(specifier, module));
    }
  }
  visit(new URL(start, ROOT));
  return reached;
}

Deno.test("the start of the program does not load what initialize does not need", () => {
  const reached = loadedWith("mod.ts");
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

Deno.test("a list of tools loads neither engines nor formats", () => {
  const reached = loadedWith("src/tools/mod.ts");
  assert.ok(reached.has("src/tools/manual/manual_ls.ts"), "it finds a tool");
  for (const path of reached) {
    assert.doesNotMatch(path, /^src\/manuals\/(?:formats\/(?!kinds)|mod)/);
    assert.doesNotMatch(path, /^src\/responses\/(?:client|run\/sdk)/);
  }
});
