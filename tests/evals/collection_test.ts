import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import {
  collectionsIn,
  fingerprintOf,
  loadCollection,
} from "../../scripts/eval/collection.ts";
import { makeManualRoot } from "../kit/manual_root.ts";

Deno.test("collectionsIn() finds none where there is no data, as in a clone", () => {
  assert.deepEqual(collectionsIn("/nowhere/data"), []);
});

Deno.test("eval says that the data it was given is not there, and ends with 2", async () => {
  const script = fileURLToPath(
    new URL("../../scripts/eval.ts", import.meta.url),
  );
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", script, "--data", "/nowhere/data"],
  }).output();
  assert.equal(code, 2);
  assert.match(
    new TextDecoder().decode(stderr),
    /^No collections in \/nowhere\/data\n.*Usage: /,
  );
});

/** As BEIR's archives have it: queries to train with and to report on. */
const BEIR = {
  "mine/corpus.jsonl": '{"_id":"d1","title":"Pods","text":"Small."}\n' +
    '{"_id":"d2","title":"Nodes","text":"Large."}\n',
  "mine/queries.jsonl": '{"_id":"1","text":"pods"}\n' +
    '{"_id":"2","text":"nodes"}\n{"_id":"3","text":"nobody knows"}\n',
  "mine/qrels/train.tsv": "query-id\tcorpus-id\tscore\n3\td2\t1\n",
  "mine/qrels/test.tsv":
    "query-id\tcorpus-id\tscore\n1\td1\t1\n2\td2\t2\n2\td1\t0\n",
  "mine/exclude.jsonl": '{"_id":"2","exclude":["d1"]}\n',
};

Deno.test("loadCollection() reads BEIR's layout, and what is to report on", async () => {
  using dir = makeManualRoot(BEIR);
  assert.deepEqual(collectionsIn(dir.path), ["mine"]);
  const { documents, queries, japanese } = await loadCollection(
    dir.path,
    "mine",
  );
  assert.deepEqual(documents, [
    { path: "d1.md", text: "# Pods\n\nSmall.\n" },
    { path: "d2.md", text: "# Nodes\n\nLarge.\n" },
  ]);
  assert.deepEqual(queries, [
    {
      id: "1",
      text: "pods",
      relevant: new Map([["d1.md", 1]]),
      exclude: new Set(),
    },
    {
      id: "2",
      text: "nodes",
      relevant: new Map([["d2.md", 2]]),
      exclude: new Set(["d1.md"]),
    },
  ]);
  assert.equal(japanese, false);
});

Deno.test("fingerprintOf() tells other texts and judgements, not their order", async () => {
  const print = async (files: Record<string, string>): Promise<string> => {
    using dir = makeManualRoot(files);
    return await fingerprintOf(await loadCollection(dir.path, "mine"));
  };
  const corpus = BEIR["mine/corpus.jsonl"];
  const own = await print(BEIR);
  const turned = corpus.trim().split("\n").reverse().join("\n");
  assert.equal(await print({ ...BEIR, "mine/corpus.jsonl": turned }), own);
  const changes = {
    "mine/corpus.jsonl": corpus.replace("Small", "Tiny"),
    "mine/qrels/test.tsv": BEIR["mine/qrels/test.tsv"].replace(
      "1\td1",
      "1\td2",
    ),
    "mine/exclude.jsonl": "",
  };
  for (const [name, text] of Object.entries(changes)) {
    assert.notEqual(await print({ ...BEIR, [name]: text }), own, name);
  }
});
