import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import {
  type LedgerEntry,
  openLedger,
} from "../../../src/responses/run/ledger.ts";
import { runtime } from "../../../src/runtime/deno.ts";
import { FileError, type Files } from "../../../src/runtime/runtime.ts";
import { fastClock } from "../../kit/clocks.ts";
import { MemoryFiles } from "../../kit/memory_files.ts";

const DIR = "/state";
const PATH = `${DIR}/answers.jsonl`;

function entry(id: string): LedgerEntry {
  return {
    response_id: id,
    tool: "answer",
    model: "m",
    status: "in_progress",
    started_at: "2026-11-18T00:00:00.000Z",
    question: "q",
  };
}

function open(files: Files, directory = DIR) {
  const warnings: string[] = [];
  const { clock } = runtime;
  const warn = (line: string): void => void warnings.push(line);
  return { ledger: openLedger({ files, clock, directory, warn }), warnings };
}

Deno.test("a ledger keeps the newest thousand", async () => {
  const files = new MemoryFiles();
  const lines = Array.from(
    Array(1000),
    (_, i) => JSON.stringify(entry(`r${i}`)),
  );
  files.write(PATH, lines.join("\n") + "\n");
  const { ledger } = open(files);
  await ledger.add(entry("new"));
  const text = new TextDecoder().decode(files.readSync(PATH));
  const ids = text.trim().split("\n").map((line) =>
    JSON.parse(line).response_id
  );
  assert.deepEqual([ids.length, ids[0], ids.at(-1)], [1000, "r1", "new"]);
  assert.deepEqual(ledger.newest(2)?.map((e) => e.response_id), [
    "new",
    "r999",
  ]);
});

Deno.test("a ledger notes an end once, and of no answer that it does not list", async () => {
  const { ledger } = open(new MemoryFiles());
  await ledger.add(entry("a"));
  await ledger.end("a", "completed", "2026-11-18T00:01:00.000Z");
  await ledger.end("a", "failed", "2026-11-18T00:02:00.000Z");
  await ledger.end("b", "completed", "2026-11-18T00:02:00.000Z");
  const { question, ...rest } = entry("a");
  const ended_at = "2026-11-18T00:01:00.000Z";
  assert.deepEqual(ledger.newest(5), [
    { ...rest, status: "completed", ended_at, question },
  ]);
});

Deno.test("a ledger passes over what is no line of it", async () => {
  const files = new MemoryFiles();
  const torn = JSON.stringify(entry("torn")).slice(0, 40);
  const half = [{ question: "q" }, { ...entry("x"), question: 5 }];
  const lines = [entry("a"), [1], {}, ...half].map((e) => JSON.stringify(e));
  files.write(PATH, `${lines.join("\n")}\n${torn}`);
  const { ledger, warnings } = open(files);
  await ledger.add(entry("b"));
  assert.deepEqual(ledger.newest(5)?.map((e) => e.response_id), ["b", "a"]);
  assert.deepEqual(warnings, []);
});

Deno.test("a ledger takes over what a killed process left behind", async () => {
  const files = new MemoryFiles();
  files.write(`${PATH}.lock`, "");
  files.write(`${PATH}.part`, "half a fi");
  const { ledger } = open(files);
  await ledger.add(entry("a"));
  assert.deepEqual(ledger.newest(5)?.map((e) => e.response_id), ["a"]);
  assert.deepEqual(files.namesSync(DIR).map(({ name }) => name), [
    "answers.jsonl",
  ]);
});

Deno.test("a ledger gives each caller its own answers, ended or not", async () => {
  const { ledger } = open(new MemoryFiles());
  await ledger.add({ ...entry("a"), caller: "alice" });
  await ledger.add({ ...entry("b"), caller: "bob" });
  await ledger.add(entry("c"));
  await ledger.end("a", "completed", "2026-11-18T00:01:00.000Z");
  const ids = (caller?: string) =>
    ledger.newest(5, caller)?.map((e) => [e.response_id, e.status]);
  assert.deepEqual(ids("alice"), [["a", "completed"]]);
  assert.deepEqual(ids("bob"), [["b", "in_progress"]]);
  assert.deepEqual(ids(), [["c", "in_progress"]]);
});

Deno.test("a ledger that is no file is told once, and blocks nobody", async () => {
  const files = new MemoryFiles();
  files.write(`${PATH}/in_its_place.txt`, "");
  const { ledger, warnings } = open(files);
  assert.equal(ledger.newest(5), undefined);
  await ledger.add(entry("a"));
  assert.equal(warnings.length, 1);
  assert.match(warnings.join(), /is not a list of answers.*responses\.ledger/);
});

Deno.test("a ledger that could not be written is not left locked", async () => {
  class FullOnce extends MemoryFiles {
    isFull = true;
    override createSync(path: string, data: Uint8Array): void {
      const refuses = this.isFull && path.endsWith(".part");
      if (refuses) throw new FileError("no_space", path, "No space left");
      super.createSync(path, data);
    }
  }
  const files = new FullOnce();
  const { ledger, warnings } = open(files);
  await ledger.add(entry("a"));
  assert.match(warnings.join(), /No space left/);
  assert.deepEqual([...files.namesSync(DIR)], []);
  files.isFull = false;
  await ledger.add(entry("b"));
  assert.deepEqual(ledger.newest(5)?.map((e) => e.response_id), ["b"]);
});

Deno.test({
  name: "a ledger is read where its directory is reached by a link",
  // Links need a privilege there.
  ignore: Deno.build.os === "windows",
  async fn() {
    const dir = await Deno.makeTempDir();
    try {
      await Deno.mkdir(`${dir}/real`);
      await Deno.symlink(`${dir}/real`, `${dir}/home`);
      const { ledger, warnings } = open(runtime.files, `${dir}/home/state`);
      await ledger.add(entry("a"));
      await ledger.end("a", "completed", "2026-11-18T00:01:00.000Z");
      const found = ledger.newest(5)?.map((e) => [e.response_id, e.status]);
      assert.deepEqual({ found, warnings }, {
        found: [["a", "completed"]],
        warnings: [],
      });
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
});

Deno.test("a ledger that others keep locked is waited for five seconds, then told", async () => {
  /** Where a lock is taken anew, again and again. */
  class BusyFiles extends MemoryFiles {
    override createSync(path: string, data: Uint8Array): void {
      if (!path.endsWith(".lock")) return super.createSync(path, data);
      this.write(path, "");
      this.now++;
      throw new FileError("exists", path, "exists");
    }
  }
  const clock = fastClock(100);
  const warnings: string[] = [];
  const warn = (line: string): void => void warnings.push(line);
  const files = new BusyFiles();
  const ledger = openLedger({ files, clock, directory: DIR, warn });
  await ledger.add(entry("a"));
  assert.equal(warnings.length, 1);
  assert.match(warnings.join(), /answers\.jsonl\.lock is in use/);
});

Deno.test("several processes write one ledger, each line whole, readable by its owner only", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const source = new URL("../../../src/", import.meta.url);
    const script = `
      import { openLedger } from "${source}responses/run/ledger.ts";
      import { runtime } from "${source}runtime/deno.ts";
      const [name, directory] = Deno.args;
      const { files, clock } = runtime;
      const warn = (line) => { throw new Error(line); };
      const ledger = openLedger({ files, clock, directory, warn });
      for (let i = 0; i < 25; i++) {
        const response_id = name + i;
        await ledger.add({ response_id, tool: "t", model: "m",
          status: "in_progress", started_at: "", question: "q" });
        await ledger.end(response_id, "completed", "later");
      }
    `;
    const path = `${dir}/writer.ts`;
    await Deno.writeTextFile(path, script);
    const config = fileURLToPath(
      new URL("../../../deno.json", import.meta.url),
    );
    const state = `${dir}/state`;
    const ends = await Promise.all(
      ["a", "b", "c", "d"].map((name) =>
        new Deno.Command(Deno.execPath(), {
          args: ["run", "-A", "--config", config, path, name, state],
        }).output()
      ),
    );
    const stderr = new TextDecoder();
    for (const end of ends) assert.ok(end.success, stderr.decode(end.stderr));
    const { ledger } = open(runtime.files, state);
    const entries = ledger.newest(1000) ?? [];
    assert.equal(new Set(entries.map((e) => e.response_id)).size, 100);
    assert.ok(entries.every(({ status }) => status === "completed"));
    const file = await Deno.stat(`${state}/answers.jsonl`);
    if (Deno.build.os !== "windows") {
      assert.equal((file.mode ?? 0) & 0o777, 0o600);
    }
    assert.equal([...Deno.readDirSync(state)].length, 1);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
