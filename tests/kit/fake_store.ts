import type { Config } from "../../src/config/schema.ts";
import { LANCEDB_VERSION } from "../../src/manuals/problem_text.ts";
import { PUBLISHED_FORMAT } from "../../src/manuals/search/lance/manifest.ts";
import { makeManualRoot } from "./manual_root.ts";

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

const LANCEDB = `
const published = ${JSON.stringify(JSON.stringify(MANIFEST))};
const rows = {
  numRows: 1,
  getChild: (name) => name === "published" ? { get: () => published } : null,
};
function query() {
  let columns = [];
  const made = new Proxy({}, {
    get: (_, name) => (...args) => {
      if (name === "select") columns = args[0];
      if (name !== "toArrow") return made;
      if (columns.includes("published")) exports.looks++;
      else if (exports.hangs) return new Promise(() => {});
      return Promise.resolve(rows);
    },
  });
  return made;
}
const table = {
  query,
  checkout: () => Promise.resolve(),
  checkoutLatest: () => Promise.resolve(),
};
exports.connects = 0;
exports.looks = 0;
exports.hangs = false;
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

/** What the package in place of LanceDB tells, and is told. */
export interface FakeLanceDb {
  /** How many connections were made. */
  readonly connects: number;
  /** How often somebody looked what is published. */
  readonly looks: number;
  /** Whether whatever else is asked stays without an answer. */
  hangs: boolean;
}

/** A store with nothing but the name of one manual, and what reads it. */
export interface FakeStore extends Disposable {
  readonly settings: NonNullable<Config["manuals"]["engine"]>;
  /** Loaded by the first look at the store, or here. */
  lancedb(): FakeLanceDb;
}

/** Makes a store; the package is where its settings say. */
export function makeFakeStore(): FakeStore {
  const root = makeManualRoot(FILES);
  const package_dir = `${root.path}/parts`;
  return {
    settings: { kind: "lancedb", uri: root.path, package_dir },
    lancedb() {
      const node = globalThis.process.getBuiltinModule("node:module");
      return node.createRequire(`${package_dir}/a.js`)("@lancedb/lancedb");
    },
    [Symbol.dispose]: () => root[Symbol.dispose](),
  };
}
