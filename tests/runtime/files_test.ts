import assert from "node:assert/strict";
import { runtime } from "../../src/runtime/deno.ts";
import { probeFiles } from "../kit/probe_files.ts";
import { runOnNode } from "../kit/run_on_node.ts";
import { within } from "../kit/within.ts";

/** What `probeFiles` must find under every runtime. */
const EXPECTED = {
  text: "0123456789ab",
  sizes: [12, 12, 12],
  partsRead: [4, 2],
  part: "ab23",
  recent: true,
  changed: true,
  ofFile: ["file", "file"],
  ofDir: ["dir", "dir"],
  ofLinkToFile: ["symlink", "file"],
  ofLinkToDir: ["symlink", "dir"],
  ofLinkToNothing: ["symlink", "nothing"],
  ofNothing: ["nothing", "nothing"],
  ofWhatIsBelowAFile: ["nothing", "nothing"],
  ofTooLongAName: ["nothing", "nothing"],
  list: [
    "a dir",
    "file file",
    "to-a symlink",
    "to-file symlink",
    "to-nothing symlink",
  ],
  real: true,
  errors: {
    readNothing: "not_found",
    readTrustedNothing: "not_found",
    openNothing: "not_found",
    readDir: "is_a_directory",
    readBelowFile: "not_found",
    readLink: "moved",
    readBehindLink: "moved",
    readTrustedLink: "none",
    listLink: "moved",
    listBehindLink: "moved",
    listNothing: "not_found",
    listFile: "not_a_directory",
    realNothing: "not_found",
    removeNothing: "not_found",
    renameNothing: "not_found",
    appendBelowFile: "not_a_directory",
    makeDirOverFile: "exists",
    makeDirAgain: "none",
  },
  moved: "none",
  removed: "none",
  left: ["nothing", "nothing"],
};

const ON_NODE = `
  import { symlinkSync } from "node:fs";
  import { runtime } from "./src/runtime/node.ts";
  import { probeFiles } from "./tests/kit/probe_files.ts";
  const found = await probeFiles(runtime.files, process.argv[2], symlinkSync);
  process.stdout.write(JSON.stringify(found));
`;

Deno.test("files do the same on Deno", async () => {
  const dir = await Deno.makeTempDir();
  const found = await probeFiles(runtime.files, dir, Deno.symlinkSync);
  await Deno.remove(dir, { recursive: true });
  assert.deepEqual(found, EXPECTED);
});

Deno.test("files do the same on Node", async () => {
  const dir = await Deno.makeTempDir();
  const found = await runOnNode(ON_NODE, { args: [dir] });
  await Deno.remove(dir, { recursive: true });
  assert.deepEqual(found, EXPECTED);
});

/** Reads, lists and appends to a named pipe that nobody else has open. */
const PROBE_PIPE = `
  const kind = (run) => {
    try {
      return String(run());
    } catch (error) {
      return error.kind;
    }
  };
  const probe = ({ files }, path) => ({
    read: kind(() => files.readSync(path)),
    list: kind(() => files.listSync(path)),
    append: kind(() => files.appendSync(path, new Uint8Array([1]))),
    open: kind(() => files.openSync(path).readSync(new Uint8Array(1), 0)),
    trusted: kind(() => files.readTrustedSync(path)),
    endless: kind(() => files.readTrustedSync("/dev/zero")),
    empty: kind(() => files.readTrustedSync("/dev/null").length),
  });
`;

Deno.test({
  name: "nothing waits for a named pipe, on Deno and on Node",
  ignore: Deno.build.os === "windows",
  async fn() {
    const dir = await Deno.makeTempDir();
    const pipe = `${dir}/pipe`;
    await new Deno.Command("mkfifo", { args: [pipe] }).output();
    const onNode = await runOnNode(
      `import { runtime } from "./src/runtime/node.ts";
      ${PROBE_PIPE}
      const found = probe(runtime, process.argv[2]);
      process.stdout.write(JSON.stringify(found));`,
      { args: [pipe] },
    );
    // In a process of its own: a call that waits could not be interrupted.
    const runtimeUrl = new URL("../../src/runtime/deno.ts", import.meta.url);
    const script = `${dir}/probe.js`;
    await Deno.writeTextFile(
      script,
      `import { runtime } from "${runtimeUrl}";
      ${PROBE_PIPE}
      console.log(JSON.stringify(probe(runtime, Deno.args[0])));`,
    );
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", script, pipe],
      stdout: "piped",
    }).spawn();
    const { stdout } = await within(60_000, "the probe", child.output());
    await Deno.remove(dir, { recursive: true });
    const expected = {
      read: "not_a_file",
      list: "not_a_directory",
      append: "other",
      // It has no places to read at.
      open: "other",
      trusted: "other",
      endless: "other",
      empty: "0",
    };
    assert.deepEqual(onNode, expected);
    assert.deepEqual(JSON.parse(new TextDecoder().decode(stdout)), expected);
  },
});

Deno.test({
  name: "appendSync() leaves a file the mode that it has, on Deno and on Node",
  ignore: Deno.build.os === "windows",
  async fn() {
    const path = await Deno.makeTempFile();
    await Deno.chmod(path, 0o644);
    runtime.files.appendSync(path, new TextEncoder().encode("a"));
    await runOnNode(
      `import { runtime } from "./src/runtime/node.ts";
      const [, , path] = process.argv;
      runtime.files.appendSync(path, new TextEncoder().encode("b"));
      process.stdout.write("null");`,
      { args: [path] },
    );
    const { mode } = await Deno.stat(path);
    assert.equal((mode ?? 0) & 0o777, 0o644);
    assert.equal(await Deno.readTextFile(path), "ab");
    await Deno.remove(path);
  },
});

Deno.test({
  name:
    "readTrustedSync() waits for who writes to a pipe, and reads to the end",
  ignore: Deno.build.os === "windows",
  async fn() {
    const dir = await Deno.makeTempDir();
    const pipe = `${dir}/pipe`;
    await new Deno.Command("mkfifo", { args: [pipe] }).output();
    const script = `sleep 0.2; { printf a; sleep 0.2; printf b; } > '${pipe}'`;
    const writer = new Deno.Command("sh", { args: ["-c", script] }).spawn();
    const text = new TextDecoder().decode(runtime.files.readTrustedSync(pipe));
    await writer.status;
    await Deno.remove(dir, { recursive: true });
    assert.equal(text, "ab");
  },
});

Deno.test({
  name: "makeDir() ends where nothing can be made, on Deno and on Node",
  // As under an automounter, a directory can neither be found nor be made there.
  ignore: Deno.build.os !== "linux",
  async fn() {
    const path = "/proc/nowhere/sub";
    const code = `
      import { runtime } from "./src/runtime/node.ts";
      const made = runtime.files.makeDir(process.argv[2]);
      const kind = await made.catch((error) => error.kind);
      process.stdout.write(JSON.stringify({ kind }));
    `;
    assert.deepEqual(await runOnNode(code, { args: [path] }), {
      kind: "not_found",
    });
    await assert.rejects(runtime.files.makeDir(path), { kind: "not_found" });
  },
});

Deno.test("a file has the same times on Deno and on Node, which share indexes", async () => {
  const file = await Deno.makeTempFile();
  // A part of a millisecond, which Deno can read but not write.
  const code = `
    import { utimesSync } from "node:fs";
    import { runtime } from "./src/runtime/node.ts";
    utimesSync(process.argv[2], 1.0006, 1.0006);
    const found = runtime.files.lstatSync(process.argv[2]);
    process.stdout.write(JSON.stringify(found));
  `;
  const found = await runOnNode(code, { args: [file] });
  assert.deepEqual(found, runtime.files.lstatSync(file));
  await Deno.remove(file);
});

Deno.test({
  name: "a time that a double rounds up is the same on Deno and on Node",
  // Nothing else sets a time to the nanosecond.
  ignore: Deno.build.os !== "linux",
  async fn() {
    const file = await Deno.makeTempFile();
    const code = `
      import { runtime } from "./src/runtime/node.ts";
      const found = runtime.files.statSync(process.argv[2]);
      process.stdout.write(JSON.stringify(found));
    `;
    for (const time of ["501999971", "502000000"]) {
      const args = ["-d", `@1794891450.${time}`, file];
      assert.ok((await new Deno.Command("touch", { args }).output()).success);
      const found = await runOnNode(code, { args: [file] });
      assert.deepEqual(found, runtime.files.statSync(file), time);
    }
    await Deno.remove(file);
  },
});

Deno.test({
  name: "no use of a file leaves it open, nor does one that fails",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const dir = await Deno.realPath(await Deno.makeTempDir());
    const path = `${dir}/a.txt`;
    const { files } = runtime;
    files.appendSync(path, new Uint8Array(12));
    files.readSync(path);
    files.readTrustedSync(path);
    files.listSync(dir);
    files.openSync(path).close();
    assert.throws(() => files.readSync(dir));
    assert.throws(() => files.listSync(path));
    assert.throws(() => files.appendSync(dir, new Uint8Array(1)));
    assert.deepEqual(openBelow(dir), []);
    await Deno.remove(dir, { recursive: true });
  },
});

/** What this process holds open below a directory. */
function openBelow(dir: string): string[] {
  return [...Deno.readDirSync("/proc/self/fd")].flatMap(({ name }) => {
    try {
      const path = Deno.readLinkSync(`/proc/self/fd/${name}`);
      return path.startsWith(dir) ? [path] : [];
    } catch (error) {
      // It was closed meanwhile, by another test.
      if (error instanceof Deno.errors.NotFound) return [];
      throw error;
    }
  });
}
