import assert from "node:assert/strict";
import { defaultConfig } from "../../../src/config/draft.ts";
import { createLogger } from "../../../src/log.ts";
import { LANCEDB_VERSION } from "../../../src/manuals/problem_text.ts";
import { PUBLISHED_FORMAT } from "../../../src/manuals/search/lance/manifest.ts";
import { runtime } from "../../../src/runtime/deno.ts";
import { STDIO_CALLER } from "../../../src/tools/caller.ts";
import { createManualTools } from "../../../src/tools/manual/manual_tools.ts";
import { ManualSession } from "../../../src/tools/manual/session.ts";
import { runTool } from "../../../src/tools/registry.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

const GUIDE = {
  ...{ table: "ormcp_manual_1", version: 1, begun: 0, files: 1, rows: 0 },
  ...{ sections: 0, tokens: 0, vocabulary: [], problems: [], skipped: [] },
  bare: [],
};
const MANIFEST = {
  format: PUBLISHED_FORMAT,
  manuals: { guide: GUIDE },
  maxFileBytes: 0,
  besides: [],
};

/** A package that has nothing but the manifest, and counts who connects. */
const LANCEDB = `
const published = ${JSON.stringify(JSON.stringify(MANIFEST))};
const rows = {
  numRows: 1,
  getChild: (name) => name === "published" ? { get: () => published } : null,
};
const query = () => new Proxy(query, {
  get: (_, name) => name === "toArrow" ? () => Promise.resolve(rows) : query,
});
const table = {
  query,
  checkout: () => Promise.resolve(),
  checkoutLatest: () => Promise.resolve(),
};
exports.connects = 0;
exports.connect = () => {
  exports.connects++;
  return Promise.resolve({ openTable: () => Promise.resolve(table) });
};
exports.Session = class {};
exports.MatchQuery = exports.BooleanQuery = class {};
`;

const MODULES = "parts/node_modules";
const FILES = {
  [`${MODULES}/@lancedb/lancedb/package.json`]: JSON.stringify({
    name: "@lancedb/lancedb",
    version: LANCEDB_VERSION,
    main: "dist/index.js",
  }),
  [`${MODULES}/@lancedb/lancedb/dist/index.js`]: LANCEDB,
  [`${MODULES}/apache-arrow/package.json`]: '{"main": "index.js"}',
  [`${MODULES}/apache-arrow/index.js`]: "",
};

Deno.test("manuals of a store are listed, read and searched over one connection", async () => {
  using root = makeManualRoot(FILES);
  const package_dir = `${root.path}/parts`;
  const defaults = defaultConfig();
  const engine = { kind: "lancedb", uri: root.path, package_dir } as const;
  const tools = createManualTools(
    new ManualSession({
      config: { ...defaults, manuals: { ...defaults.manuals, engine } },
      runtime,
      log: createLogger(runtime),
    }),
  );
  const call = async (name: string, args: object) => {
    const tool = tools.find(({ definition }) => definition.name === name);
    assert.ok(tool);
    const outcome = await runTool(tool, args, {
      signal: new AbortController().signal,
      caller: STDIO_CALLER,
      progress: () => undefined,
    });
    assert.ok(outcome.ok, outcome.ok ? "" : JSON.stringify(outcome.body));
    return outcome.structured;
  };
  const listed = await call("manual_ls", {});
  assert.deepEqual(listed?.items, [{
    id: "guide",
    name: "guide",
    kind: "dir",
  }]);
  const find = { manual_id: "guide", query: "a", required_terms: ["a"] };
  assert.equal((await call("manual_find", find))?.candidates, 0);
  const { createRequire } = globalThis.process.getBuiltinModule("node:module");
  const lancedb = createRequire(`${package_dir}/a.js`)("@lancedb/lancedb");
  assert.equal(lancedb.connects, 1);
});
