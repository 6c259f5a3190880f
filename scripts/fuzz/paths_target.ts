import fc from "fast-check";
import { ManualError } from "../../src/manuals/errors.ts";
import { makeId } from "../../src/manuals/library/ids.ts";
import { openManuals } from "../../src/manuals/mod.ts";
import { runtime } from "../../src/runtime/deno.ts";
import { makeManualRoot } from "../../tests/kit/manual_root.ts";
import { changedText } from "./changes.ts";
import type { OpenTarget, Target, Verdict } from "./target.ts";
import { watchFiles } from "./watched_files.ts";

/** A manual's id and a path, as a client may give them. */
export interface PathInput {
  readonly manual: string;
  readonly path: string;
}

const MARKER = "OUTSIDE-THE-ROOT";
const PARTS: readonly string[] = [
  "..",
  ".",
  "",
  "...",
  " ..",
  "..\u0000",
  "%2e%2e",
  "\uff0e\uff0e",
  "~",
  "a.md",
  "sub",
  "b.md",
  "leaf.md",
  "linked.md",
  "linked_dir",
  "outside.md",
  ".hidden.md",
  "etc",
  "passwd",
  "C:",
  "\\\\server\\share",
  "x.json",
];

/**
 * The guard of the manuals: whatever ids and paths are asked for, nothing
 * outside the root is opened, and all that is refused is refused in words.
 */
export const pathsTarget: Target<PathInput> = {
  name: "paths",
  unit: "paths",
  open: openPaths,
};

function openPaths(): OpenTarget<PathInput> {
  const outside = makeManualRoot({ "outside.md": MARKER });
  const root = makeManualRoot({
    "guide/a.md": "# A\n",
    "guide/sub/b.md": "# B\n",
    "guide/.hidden.md": MARKER,
    "guide/x.json/leaf.md": "# Leaf\n",
  });
  const link = (from: string, to: string): void =>
    Deno.symlinkSync(to, `${root.path}/${from}`);
  link("guide/linked.md", `${outside.path}/outside.md`);
  link("guide/linked_dir", outside.path);
  link("linked_manual", outside.path);
  const watched = watchFiles(runtime.files, [root.path]);
  const manuals = openManuals({
    root: root.path,
    runtime: { files: watched.files, clock: runtime.clock },
  });

  async function check({ manual, path }: PathInput): Promise<Verdict> {
    watched.outside.length = 0;
    const ref = { manual_id: manual, path };
    const kind = "file";
    const calls: (() => Promise<unknown>)[] = [
      () => manuals.ls({ id: makeId({ kind, manual, path }) }),
      () => manuals.ls({ id: path }),
      () => manuals.toc({ manual_id: manual, path_prefix: path }),
      () => manuals.read({ ref }),
      () => manuals.scan({ manual_id: manual, path }),
    ];
    for (const call of calls) {
      let shown = "";
      try {
        shown = JSON.stringify(await call());
      } catch (error) {
        if (!(error instanceof ManualError)) throw error;
        shown = error.message;
      }
      if (shown.includes(MARKER)) {
        return { units: 1, problem: `shows ${shown}` };
      }
      const [place] = watched.outside;
      if (place !== undefined) return { units: 1, problem: `opens ${place}` };
    }
    return { units: 1 };
  }

  return {
    inputs: fc.record({
      manual: fc.oneof(fc.constantFrom("guide", "linked_manual"), anyPath),
      path: anyPath,
    }),
    check,
    [Symbol.asyncDispose](): Promise<void> {
      root[Symbol.dispose]();
      outside[Symbol.dispose]();
      return Promise.resolve();
    },
  };
}

const path = fc.record({
  root: fc.oneof({ weight: 7, arbitrary: fc.constant("") }, fc.constant("/")),
  parts: fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 5 }),
  separator: fc.constantFrom("/", "/", "\\", "//"),
}).map(({ root, parts, separator }) => root + parts.join(separator));

const anyPath = fc.oneof(
  { weight: 3, arbitrary: path },
  changedText(path).map((text) => text.toWellFormed()),
);
