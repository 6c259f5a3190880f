import assert from "node:assert/strict";
import { age, settle } from "../../../../kit/find_setup.ts";
import {
  contents,
  countingFiles,
  current,
  FILES,
  openIndex,
} from "../../../../kit/manual_index.ts";
import { makeManualRoot } from "../../../../kit/manual_root.ts";
import { runtime } from "../../../../../src/runtime/deno.ts";
import { FileError, type Files } from "../../../../../src/runtime/runtime.ts";

Deno.test("ManualIndex() refreshed after changes equals one built anew", async () => {
  using root = makeManualRoot(FILES);
  const index = openIndex(root.path);
  await current(index);
  root.write("guide/a.md", "# A2\nalpha gamma 方法\n");
  root.write("guide/new/d.md", "alpha\n");
  Deno.removeSync(`${root.path}/guide/b.md`);
  const refreshed = await current(index);
  assert.deepEqual(
    contents(refreshed),
    contents(await current(openIndex(root.path))),
  );
});

Deno.test("ManualIndex() loaded from its store equals one built anew", async () => {
  using root = makeManualRoot(FILES);
  settle(`${root.path}/guide`);
  const cache = `${root.path}/cache`;
  const first = openIndex(root.path, { cache });
  const built = await current(first);
  await first.settled();
  const { files, reads } = countingFiles();
  const loaded = await current(openIndex(root.path, { cache, files }));
  assert.deepEqual(contents(loaded), contents(built));
  assert.deepEqual(reads, []);
});

Deno.test("ManualIndex() reads only the changed file again", async () => {
  using root = makeManualRoot(FILES);
  settle(`${root.path}/guide`);
  const { files, reads } = countingFiles();
  const index = openIndex(root.path, { files });
  await current(index);
  reads.length = 0;
  root.write("guide/b.md", "# C\ngamma gamma\n");
  age(`${root.path}/guide/b.md`, 50);
  await current(index);
  assert.deepEqual(reads, ["b.md"]);
});

Deno.test("ManualIndex() sees a second change within one tick of the clock", async () => {
  using root = makeManualRoot({ "guide/a.md": "alpha\n" });
  const index = openIndex(root.path);
  await current(index);
  const { mtime } = Deno.statSync(`${root.path}/guide/a.md`);
  root.write("guide/a.md", "gamma\n");
  Deno.utimeSync(`${root.path}/guide/a.md`, mtime ?? 0, mtime ?? 0);
  assert.equal((await current(index)).view.sectionsWith("gamma"), 1);
});

Deno.test("ManualIndex() keeps nothing on disk that the manual no longer holds", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# Open\nplain\n",
    "guide/secret.md": "# Hush\nxyzzyplugh\n",
  });
  const cache = `${root.path}/cache`;
  const index = openIndex(root.path, { cache });
  await current(index);
  await index.settled();
  Deno.removeSync(`${root.path}/guide/secret.md`);
  await current(index);
  await index.settled();
  const [file] = [...Deno.readDirSync(cache)].map(({ name }) => name);
  const bytes = Deno.readFileSync(`${cache}/${file}`);
  const wide = new TextDecoder("utf-16le").decode(bytes);
  const narrow = new TextDecoder("latin1").decode(bytes);
  assert.equal(/xyzzyplugh|secret|Hush/.test(narrow + wide), false);
  assert.equal(narrow.includes("Open"), true);
});

Deno.test("ManualIndex() builds anew when its stored index is damaged", async () => {
  using root = makeManualRoot(FILES);
  const cache = `${root.path}/cache`;
  const first = openIndex(root.path, { cache });
  const built = await current(first);
  await first.settled();
  const [file] = [...Deno.readDirSync(cache)].map(({ name }) => name);
  const bytes = Deno.readFileSync(`${cache}/${file}`);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  Deno.writeFileSync(`${cache}/${file}`, bytes);
  const second = openIndex(root.path, { cache });
  assert.deepEqual(contents(await current(second)), contents(built));
  await second.settled();
});

Deno.test("ManualIndex() writes its store for the owner only, and whole", async () => {
  using root = makeManualRoot(FILES);
  const cache = `${root.path}/cache`;
  const index = openIndex(root.path, { cache });
  await current(index);
  await index.settled();
  const names = [...Deno.readDirSync(cache)].map(({ name }) => name);
  assert.equal(names.length, 1);
  assert.match(names[0] ?? "", /^[0-9a-f]{64}\.index$/);
  assert.equal(
    (Deno.statSync(`${cache}/${names[0]}`).mode ?? 0) & 0o777,
    0o600,
  );
});

Deno.test("ManualIndex() tells of files it cannot index, and indexes the rest", async () => {
  using root = makeManualRoot({
    ...FILES,
    "guide/big.md": "x".repeat(2000),
    "guide/bad.md": new Uint8Array([0x23, 0x20, 0xff, 0xfe]),
  });
  const { unscanned, view } = await current(openIndex(root.path));
  assert.deepEqual(unscanned, [
    { path: "bad.md", reason: "undecodable" },
    { path: "big.md", reason: "too_large" },
  ]);
  assert.equal(view.files, 3);
});

Deno.test("ManualIndex() that could not be written is written once it can, and told of once", async () => {
  using root = makeManualRoot(FILES);
  settle(`${root.path}/guide`);
  const cache = `${root.path}/cache`;
  let full = true;
  const files: Files = {
    ...runtime.files,
    appendSync(path, data) {
      if (full) throw new FileError("no_space", path, new Error("full"));
      runtime.files.appendSync(path, data);
    },
  };
  const told: string[] = [];
  const warn = (line: string): void => void told.push(line);
  const index = openIndex(root.path, { cache, files, warn });
  for (let i = 0; i < 3; i++) {
    await current(index);
    await index.settled();
  }
  assert.equal(told.length, 1, told.join());
  full = false;
  await current(index);
  await index.settled();
  assert.equal([...Deno.readDirSync(cache)].length, 1);
  assert.equal(told.length, 1, told.join());
});
