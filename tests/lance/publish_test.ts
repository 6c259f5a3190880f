import assert from "node:assert/strict";
import { GUIDE } from "../kit/guide.ts";
import { lanceParts } from "../kit/lance_parts.ts";
import { onDeno } from "../kit/launch.ts";
import { makeManualRoot, type ManualRoot } from "../kit/manual_root.ts";
import {
  type Publisher,
  publishManuals,
  type PublishOptions,
  startPublisher,
  startReader,
} from "../kit/published.ts";
import { runManualsCommand } from "../kit/run_manuals.ts";
import type { Program } from "../kit/program.ts";
import { BUCKET, startS3 } from "../kit/s3_stand_in.ts";
import { walk } from "../kit/walk.ts";

const LAUNCH = onDeno();

/** Publishes; gives the counts of each manual. */
async function publish(
  options: PublishOptions,
): Promise<{ manuals: Record<string, unknown>[]; removed: string[] }> {
  const { code, stdout, stderr } = await publishManuals(LAUNCH, options);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

async function pathsFound(program: Program, query: string): Promise<string[]> {
  const { data } = await program.call("manual_find", {
    ...{ manual_id: "guide", query, required_terms: [query], use_cache: false },
  });
  const { items = [] } = (data.inline_hits ?? {}) as {
    items?: { ref: { path: string } }[];
  };
  return items.map(({ ref }) => ref.path);
}

/** Starts to publish many new files; it has begun to write. */
async function startWriting(
  root: ManualRoot,
  to: PublishOptions,
): Promise<Publisher> {
  for (let i = 0; i < 3000; i++) {
    root.write(
      `guide/more/${i}.md`,
      `# More ${i}\nA gazebo ${i}.\n`.repeat(30),
    );
  }
  const before = walk(to.uri).length;
  const publisher = await startPublisher(LAUNCH, to);
  while (walk(to.uri).length < before + 4) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return publisher;
}

/** Asks until the answer is what it should become. */
async function until(
  ask: () => Promise<unknown>,
  wanted: unknown,
): Promise<void> {
  const end = performance.now() + 30_000;
  for (;;) {
    const got = await ask();
    if (JSON.stringify(got) === JSON.stringify(wanted)) return;
    if (performance.now() > end) assert.deepEqual(got, wanted);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

Deno.test("only what changed is published, and a running reader follows", async () => {
  using root = makeManualRoot(GUIDE);
  const uri = await Deno.makeTempDir();
  const to = { root: root.path, uri };
  const files = Object.keys(GUIDE).length;
  const nothing = { added: 0, changed: 0, removed: 0, unread: 0 };
  assert.deepEqual(await publish(to), {
    manuals: [{ id: "guide", files, ...nothing, added: files }],
    removed: [],
  });
  assert.deepEqual((await publish(to)).manuals, [{
    ...{ id: "guide", files, ...nothing },
  }]);
  await using reader = await startReader(LAUNCH, uri);
  assert.deepEqual(await pathsFound(reader, "proxy"), [
    "network.md",
    "data.json",
  ]);

  root.write("guide/new.md", "# New\nA gazebo and a [pergola](backup.md).\n");
  root.write("guide/network.md", "# Network\nThere is a gazebo as well.\n");
  Deno.removeSync(`${root.path}/guide/data.json`);
  root.write("second/a.md", "# Second\n");
  assert.deepEqual((await publish(to)).manuals, [
    { id: "guide", files, ...nothing, added: 1, changed: 1, removed: 1 },
    { id: "second", files: 1, ...nothing, added: 1 },
  ]);
  await until(() => pathsFound(reader, "proxy"), []);
  await until(async () => (await pathsFound(reader, "gazebo")).sort(), [
    "network.md",
    "new.md",
  ]);
  const gone = { ref: { manual_id: "guide", path: "data.json" } };
  assert.match(
    (await reader.call("manual_read", gone)).message ?? "",
    /Cannot find .*data\.json/,
  );

  Deno.removeSync(`${root.path}/second`, { recursive: true });
  assert.deepEqual((await publish({ ...to, args: ["guide"] })).removed, []);
  assert.deepEqual((await publish(to)).removed, ["second"]);
  const names = async (): Promise<unknown> =>
    ((await reader.call("manual_ls", {})).data.items as { id: string }[])
      .map(({ id }) => id);
  await until(names, ["guide"]);
  await Deno.remove(uri, { recursive: true });
});

Deno.test("what no reader needs any more is cleaned up", async () => {
  using root = makeManualRoot(GUIDE);
  const uri = await Deno.makeTempDir();
  const sizes: number[] = [];
  for (let round = 0; round < 6; round++) {
    const filler = `word${round} `.repeat(20_000);
    root.write("guide/large.md", `# Large\n${filler}\n`);
    root.write(`passing${round}/large.md`, `# Large\n${filler}\n`);
    if (round > 0) {
      Deno.removeSync(`${root.path}/passing${round - 1}`, {
        recursive: true,
      });
    }
    await publish({ root: root.path, uri });
    sizes.push(
      walk(uri).reduce(
        (sum, path) => sum + Deno.statSync(`${uri}/${path}`).size,
        0,
      ),
    );
  }
  // The last two are there; the first round had but one.
  assert.ok((sizes[5] ?? 0) < 1.3 * (sizes[2] ?? 0), sizes.join(" "));
  await Deno.remove(uri, { recursive: true });
});

Deno.test("several publishers at once take turns, on disk and on S3", async () => {
  await using s3 = await startS3();
  const dir = await Deno.makeTempDir();
  const stores = [
    { uri: dir, env: {} },
    { uri: `s3://${BUCKET}/many`, env: s3.env },
  ];
  for (const { uri, env } of stores) {
    using root = makeManualRoot(GUIDE);
    for (const name of ["a", "b", "c"]) {
      root.write(`${name}/x.md`, `# ${name}\nThe word ${name}${name}.\n`);
    }
    // On S3 the first ones may make the store at once, and one is told so.
    if (uri !== dir) await publish({ root: root.path, uri, env, args: ["a"] });
    const done = await Promise.all(["guide", "a", "b", "c"].map(
      (name) => publish({ root: root.path, uri, env, args: [name] }),
    ));
    assert.equal(done.length, 4);
    await using reader = await startReader(LAUNCH, uri, env);
    const { data } = await reader.call("manual_ls", {});
    assert.deepEqual(
      (data.items as { id: string }[]).map(({ id }) => id),
      ["a", "b", "c", "guide"],
    );
  }
  await Deno.remove(dir, { recursive: true });
});

Deno.test("a reader is never without an answer while others publish", async () => {
  using root = makeManualRoot(GUIDE);
  const uri = await Deno.makeTempDir();
  const to = { root: root.path, uri };
  await publish(to);
  await using reader = await startReader(LAUNCH, uri);
  let asked = 0;
  let publishing = true;
  const asking = (async () => {
    while (publishing) {
      asked++;
      assert.deepEqual(await pathsFound(reader, "restore"), ["backup.md"]);
      await reader.call("manual_read", {
        ref: { manual_id: "guide", path: "backup.md" },
      });
    }
  })();
  for (let round = 0; round < 5; round++) {
    root.write(`guide/round${round}.md`, `# Round ${round}\nMore of it.\n`);
    await publish(to);
  }
  publishing = false;
  await asking;
  assert.ok(asked > 5);
  await Deno.remove(uri, { recursive: true });
});

Deno.test("a publisher that was killed leaves what was published, and the next one goes on", async () => {
  using root = makeManualRoot(GUIDE);
  const uri = await Deno.makeTempDir();
  const to = { root: root.path, uri };
  await publish(to);
  await using reader = await startReader(LAUNCH, uri);
  const killed = await startWriting(root, to);
  killed.kill();
  await killed.done;
  assert.deepEqual(await pathsFound(reader, "gazebo"), []);
  assert.deepEqual(await pathsFound(reader, "restore"), ["backup.md"]);
  const next = await publishManuals(LAUNCH, to);
  assert.match(next.stderr, /: another publication is under way; waiting/);
  assert.equal(JSON.parse(next.stdout).manuals[0]?.added, 3000);
  await until(async () => (await pathsFound(reader, "gazebo")).length, 5);
  await Deno.remove(uri, { recursive: true });
});

Deno.test("a publisher that is interrupted leaves the store to the next one", async () => {
  using root = makeManualRoot(GUIDE);
  const uri = await Deno.makeTempDir();
  const to = { root: root.path, uri };
  await publish(to);
  const interrupted = await startWriting(root, to);
  interrupted.kill("SIGINT");
  const { code, stdout, stderr } = await interrupted.done;
  assert.equal(code, 130);
  assert.equal(stdout, "");
  assert.match(stderr, /once more to end now\n.*: nothing was published\n$/);
  const next = await publishManuals(LAUNCH, to);
  assert.doesNotMatch(next.stderr, /waiting/);
  assert.equal(JSON.parse(next.stdout).manuals[0]?.added, 3000);
  await Deno.remove(uri, { recursive: true });
});

Deno.test("a terminal sees how far publishing is, and nothing of it stays", async () => {
  using root = makeManualRoot(GUIDE);
  const uri = await Deno.makeTempDir();
  const { packageDir } = await lanceParts();
  const { code, out, err } = await runManualsCommand(
    ["publish", "--to", uri, "--package-dir", packageDir],
    { root: root.path, terminal: true },
  );
  assert.equal(code, 0, err);
  const files = Object.keys(GUIDE).length;
  // How often it is drawn is a matter of time, what is left is not.
  const CLEAR = "\r\x1b[K";
  for (const line of err.split(CLEAR).filter(Boolean)) {
    assert.match(line, new RegExp(`^[█░]+  \\d+ of ${files} files  guide$`));
  }
  assert.ok(err === "" || err.endsWith(CLEAR), JSON.stringify(err.slice(-40)));
  assert.equal(
    out,
    `guide  ${files} files: ${files} new, 0 changed, 0 removed\n`,
  );
  await Deno.remove(uri, { recursive: true });
});

Deno.test("publishing says how many files it could not read", async () => {
  using root = makeManualRoot(GUIDE);
  const { packageDir } = await lanceParts();
  for (const [name, said] of [["a", "1 file"], ["b", "2 files"]]) {
    root.write(`guide/${name}.md`, new Uint8Array([0x23, 0x20, 0xff, 0x00]));
    const uri = await Deno.makeTempDir();
    const { code, err } = await runManualsCommand(
      ["publish", "--to", uri, "--package-dir", packageDir],
      { root: root.path },
    );
    assert.equal(code, 0, err);
    assert.ok(err.includes(`: ${said} could not be read: a find in `), err);
    await Deno.remove(uri, { recursive: true });
  }
});

Deno.test("a manual that is named twice is published once", async () => {
  using root = makeManualRoot(GUIDE);
  const uri = await Deno.makeTempDir();
  const args = ["guide", "guide"];
  const { manuals } = await publish({ root: root.path, uri, args });
  assert.deepEqual(manuals.map(({ id }) => id), ["guide"]);
  await Deno.remove(uri, { recursive: true });
});

Deno.test("publishing says what to install", async () => {
  using root = makeManualRoot(GUIDE);
  const packageDir = await Deno.makeTempDir();
  const { code, stderr } = await publishManuals(LAUNCH, {
    ...{ root: root.path, uri: "/tmp/none", packageDir },
  });
  assert.equal(code, 1);
  assert.match(stderr, /npm install @lancedb\/lancedb@\S+ apache-arrow@\S+/);
  await Deno.remove(packageDir, { recursive: true });
});
