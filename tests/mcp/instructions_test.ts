import assert from "node:assert/strict";
import { defaultConfig } from "../../src/config/draft.ts";
import type { Config } from "../../src/config/schema.ts";
import { instructionsFor } from "../../src/mcp/instructions.ts";
import { runtime } from "../../src/runtime/deno.ts";
import type { DirEntry } from "../../src/runtime/runtime.ts";
import { FileError } from "../../src/runtime/runtime.ts";

function config(
  manuals: Partial<Config["manuals"]>,
  tools: Config["server"]["tools"] = ["manual"],
): Config {
  const defaults = defaultConfig();
  return {
    ...defaults,
    server: { ...defaults.server, tools },
    manuals: { ...defaults.manuals, ...manuals },
  };
}

const files = (names: readonly string[], kind: DirEntry["kind"] = "dir") => ({
  namesSync: () => names.map((name) => ({ name, kind })),
});

Deno.test("instructionsFor() names the manuals of the root and of paths", () => {
  const text = instructionsFor(
    config({ root: "/r", paths: { docs: "/d" } }),
    files(["guide", ".git", "node_modules", "manuals", "api"]),
  );
  assert.match(text, /\nManuals: api, docs, guide\.$/);
});

Deno.test("instructionsFor() tells how many more manuals there are", () => {
  const names = Array.from({ length: 500 }, (_, i) => `manual-${i}`);
  const text = instructionsFor(config({ root: "/r" }), files(names));
  const line = text.split("\n").at(-1) ?? "";
  assert.match(line, /^Manuals: manual-0, .* and \d+ more\.$/);
  assert.ok(line.length <= 600 + "Manuals: .".length);
  const named = line.split(", ").length;
  assert.match(line, new RegExp(` and ${500 - named} more\\.$`));
  const long = instructionsFor(
    config({ root: "/r" }),
    files(["x".repeat(999)]),
  );
  assert.match(long, /Manuals: 1 with long names\.$/);
});

Deno.test("instructionsFor() names the manuals of a root that is a link", async () => {
  const dir = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${dir}/docs/guide`, { recursive: true });
    await Deno.symlink(`${dir}/docs`, `${dir}/link`);
    const text = instructionsFor(
      config({ root: `${dir}/link` }),
      runtime.files,
    );
    assert.match(text, /Manuals: guide\./);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("instructionsFor() removes control characters from names", () => {
  const text = instructionsFor(
    config({ root: "/r" }),
    files(["a\n\x1b[31mb\u202e", "\u200b"]),
  );
  assert.match(text, /Manuals: a\[31mb\.$/);
});

Deno.test("instructionsFor() names no manuals that it cannot see or does not offer", () => {
  const gone = {
    namesSync(): never {
      throw new FileError("not_found", "/r", new Error("gone"));
    },
  };
  const root = { root: "/r" };
  assert.doesNotMatch(instructionsFor(config(root), gone), /Manuals:/);
  assert.doesNotMatch(instructionsFor(config(root)), /Manuals:/);
  const answers = instructionsFor(config(root, ["answer"]), files(["guide"]));
  assert.doesNotMatch(answers, /guide/);
  const connector = config(root, ["connector"]);
  assert.match(
    instructionsFor(connector, files(["guide"])),
    /^search and fetch .*\nManuals: guide\.$/,
  );
  assert.equal(instructionsFor(config({ root: null })), "");
});

Deno.test("instructionsFor() tells how to go on only where answers are kept", () => {
  const kept = config({}, ["answer", "iris"]);
  assert.match(instructionsFor(kept), /continue with its Response ID\.$/);
  const responses = { ...kept.responses, store: false };
  const lost = instructionsFor({ ...kept, responses });
  assert.doesNotMatch(lost, /response_id|Response ID/i);
});
