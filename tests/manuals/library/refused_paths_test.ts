import assert from "node:assert/strict";
import { makeId } from "../../../src/manuals/library/ids.ts";
import { sectionUrl } from "../../../src/tools/search/section_url.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";
import { type ManualSetup, setUpManuals } from "../../kit/manual_setup.ts";

const FILES = {
  "guide/a.md": "inside\n",
  "guide/sub/b.md": "",
  "guide/.env.md": "hidden\n",
  "guide/.git/c.md": "hidden\n",
  "guide/x.html": "",
  "guide/%2e%2e/e.md": "literal\n",
};

/** Paths that must be refused, with the code that they get. */
const BAD_PATHS: Readonly<Record<string, string>> = {
  "../guide/a.md": "invalid_path",
  "..": "invalid_path",
  "sub/../../guide/a.md": "invalid_path",
  "sub/../a.md": "invalid_path",
  "..\\guide\\a.md": "invalid_path",
  "/etc/passwd": "invalid_path",
  "\\\\server\\share\\a.md": "invalid_path",
  "C:\\a.md": "invalid_path",
  "c:/a.md": "invalid_path",
  "c:": "invalid_path",
  "a.md\0": "invalid_path",
  "a.md\0.json": "invalid_path",
  ".env.md": "forbidden",
  ".git/c.md": "forbidden",
  "sub/.../b.md": "forbidden",
  "nope.md": "not_found",
  "a.md/x.md": "not_found",
  "sub": "invalid_path",
  "x.html": "invalid_scope",
  "%2e%2e/a.md": "not_found",
  "%2e%2e%2fa.md": "not_found",
};

Deno.test("the path guard refuses what leaves the manual, by every tool", async () => {
  using root = makeManualRoot(FILES);
  const { call } = setUpManuals({ root: root.path });
  for (const [path, expected] of Object.entries(BAD_PATHS)) {
    // Directories and files of any type are no fault of theirs to the others.
    const own = path === "sub" || path === "x.html";
    const codes = await codesOf(call, "guide", path);
    for (const [tool, code] of Object.entries(codes)) {
      const reads = tool === "manual_scan" || tool === "manual_read";
      if (reads || !own) assert.equal(code, expected, `${tool} ${path}`);
    }
  }
});

/** What every tool that takes a path says to one that must be refused. */
async function codesOf(
  call: ManualSetup["call"],
  manual_id: string,
  path: string,
): Promise<Record<string, unknown>> {
  const id = makeId({ kind: "dir", manual: manual_id, path });
  const calls: Record<string, Record<string, unknown>> = {
    manual_scan: { manual_id, path },
    manual_read: { ref: { manual_id, path } },
    manual_toc: { manual_id, path_prefix: path },
    manual_ls: { id },
    fetch: { id: sectionUrl(manual_id, path, 1) },
  };
  const codes: Record<string, unknown> = {};
  for (const [name, args] of Object.entries(calls)) {
    const outcome = await call(name, args);
    codes[name] = outcome.ok ? "read" : outcome.body.code;
  }
  return codes;
}

Deno.test("the path guard forbids symbolic links below the root", async () => {
  using root = makeManualRoot(FILES);
  using outside = makeManualRoot({ "s.md": "secret", "d/s.md": "secret" });
  Deno.symlinkSync(`${outside.path}/s.md`, `${root.path}/guide/link.md`);
  Deno.symlinkSync(`${outside.path}/d`, `${root.path}/guide/linked`);
  Deno.symlinkSync(outside.path, `${root.path}/outside`);
  Deno.symlinkSync("a.md", `${root.path}/guide/inner.md`);
  const { call } = setUpManuals({ root: root.path });
  const links = ["link.md", "linked/s.md", "inner.md"]
    .map((path) => ["guide", path] as const);
  for (const [manual, path] of [...links, ["outside", "s.md"] as const]) {
    const codes = await codesOf(call, manual, path);
    for (const [tool, code] of Object.entries(codes)) {
      assert.equal(code, "forbidden", `${tool} ${manual}/${path}`);
    }
  }
  const find = { query: "secret", required_terms: ["secret"] };
  const linked = await call("manual_find", { ...find, manual_id: "outside" });
  assert.equal(linked.ok ? "found" : linked.body.code, "forbidden");
  const guide = await call("manual_find", { ...find, manual_id: "guide" });
  assert.equal(guide.ok && guide.structured?.candidates, 0);
});

Deno.test("the path guard forbids special files without opening them", async () => {
  using root = makeManualRoot(FILES);
  const pipe = `${root.path}/guide/pipe.md`;
  new Deno.Command("mkfifo", { args: [pipe] }).outputSync();
  const { call } = setUpManuals({ root: root.path });
  const codes = await codesOf(call, "guide", "pipe.md");
  for (const [tool, code] of Object.entries(codes)) {
    assert.equal(code, "forbidden", tool);
  }
});
