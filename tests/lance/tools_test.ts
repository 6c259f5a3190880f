import assert from "node:assert/strict";
import { comparable } from "../kit/comparable.ts";
import { makeId } from "../../src/manuals/library/ids.ts";
import type { Outcome } from "../kit/mcp_client.ts";
import { GUIDE } from "../kit/guide.ts";
import { makeManualRoot } from "../kit/manual_root.ts";
import type { Program } from "../kit/program.ts";
import {
  lanceLaunches,
  publishManuals,
  startLocal,
  startReader,
} from "../kit/published.ts";
import { BUCKET, startS3 } from "../kit/s3_stand_in.ts";

const FILES = {
  ...GUIDE,
  "guide/links.md":
    "# Links\nSee [how to get your data back](backup.md#restore), [getting through the firewall](network.md) and [保険の手続き](保険.md).\n",
  "guide/ref.rst":
    "Reference\n=========\n\nSee :ref:`what is never kept <kept>`.\n\n.. _kept:\n\nKept\n----\n\nNothing.\n",
  "guide/broken.md": new Uint8Array([0x23, 0x20, 0xff, 0xfe, 0x00]),
  "other/a b/It's.md": "# It's 50 % off\nQuotes ' and \" and \\ stay.\n",
  "other/empty.md": "",
  "other/pictures/plan.pdf": "no text",
  "other/.hidden/x.md": "# Hidden\n",
  "nothing to read/x.pdf": "no text",
  ...Object.fromEntries(
    ["__proto__", "constructor", "it's", "'; DROP TABLE x; --", "100%_", 'a"b']
      .map((name) => [
        `${name}/${name}/${name}.md`,
        "# Odd\nA zebra. See [this very file](.).\n",
      ]),
  ),
  // Its path says what no text does.
  "guide/runbooks/night-shift.md": "# When it rings\nCall somebody.\n",
};

const FINDS: readonly Readonly<Record<string, unknown>>[] = [
  { query: "restore a backup", required_terms: ["restore"] },
  { query: "get my data back", required_terms: ["data"] },
  { query: "what is never kept", required_terms: ["kept"] },
  { query: "getting through the firewall", required_terms: ["firewall"] },
  { query: "保険の手続き", required_terms: ["申請"] },
  { query: "AB-123", required_terms: ["AB-123"] },
  { query: "daemon port", required_terms: ["daemon", "port"] },
  { query: "runbooks", required_terms: ["runbooks"] },
  { query: "night-shift.md", required_terms: ["night-shift.md"] },
  { query: "daemno prot", required_terms: ["daemno"] },
  { query: "nothing of that sort", required_terms: ["zebra"] },
  { query: "shared word", required_terms: ["shared", "topic"] },
  { query: "=> &&", required_terms: ["&&"] },
  { query: "topic 7", required_terms: ["topic"], only_unscanned: false },
];

const CALLS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] =
  [
    ["manual_ls", {}],
    ["manual_ls", { id: "guide" }],
    ["manual_ls", { id: "guide/topics" }],
    ["manual_ls", { id: "guide/install.md" }],
    ["manual_ls", { id: "nothing" }],
    ["manual_toc", { manual_id: "guide" }],
    ["manual_toc", { manual_id: "other" }],
    ["manual_toc", { manual_id: "guide", path_prefix: "backup.md" }],
    ["manual_toc", {
      manual_id: "guide",
      path_prefix: "topics",
      depth: "deep",
    }],
    ["manual_read", { ref: { manual_id: "guide", path: "backup.md" } }],
    ["manual_read", {
      ref: { manual_id: "guide", path: "backup.md", start_line: 3 },
      scope: "section",
    }],
    ["manual_read", { ref: { manual_id: "other", path: "a b/It's.md" } }],
    ["manual_read", { ref: { manual_id: "guide", path: "nothing.md" } }],
    ["manual_read", { ref: { manual_id: "guide", path: "broken.md" } }],
    ["manual_read", { ref: { manual_id: "guide", path: "../a" } }],
    ["manual_scan", { manual_id: "guide", path: "data.json" }],
    ["manual_scan", { manual_id: "guide", path: "topics" }],
    ...["pictures", ".hidden/x.md", "empty.md/x", ".."]
      .flatMap((path): typeof CALLS => [
        ["manual_ls", { id: makeId({ kind: "dir", manual: "other", path }) }],
        ["manual_toc", { manual_id: "other", path_prefix: path }],
      ]),
    ["manual_read", { ref: { manual_id: "other", path: "pictures" } }],
    ["manual_scan", { manual_id: "other", path: ".hidden/x.md" }],
    ["manual_ls", { id: "nothing to read" }],
    ["manual_toc", { manual_id: "nothing to read" }],
    ...Object.keys(FILES).filter((path) =>
      path.split("/")[0] === path.split("/")[1]
    )
      .flatMap((path): typeof CALLS => {
        const [id = ""] = path.split("/");
        const query = "zebra in this very file";
        return [
          ["manual_ls", { id }],
          ["manual_read", { ref: { manual_id: id, path: `${id}/${id}.md` } }],
          ["manual_toc", { manual_id: id, path_prefix: id }],
          ["manual_find", { manual_id: id, query, required_terms: ["zebra"] }],
        ];
      }),
    ["search", { query: "restore a backup" }],
    ["search", { query: "保険の申請" }],
    ["search", { query: "night shift" }],
    ["manual_ls", { id: "../guide" }],
    ["manual_scan", { manual_id: "a/../b", path: "x.md" }],
  ];

/** A find with everything that can be paged through. */
async function findAll(
  program: Program,
  args: Readonly<Record<string, unknown>>,
): Promise<unknown[]> {
  const found = await program.call("manual_find", {
    manual_id: "guide",
    ...args,
  });
  const pages: Outcome[] = [found];
  for (const kind of ["candidates", "unscanned", "conflicts", "gaps"]) {
    const { trace_id } = found.data;
    pages.push(await program.call("manual_hits", { trace_id, kind }));
  }
  return pages.map((page) => comparable(page.data));
}

async function compareTools(reader: Program, local: Program): Promise<void> {
  for (const [tool, args] of CALLS) {
    const [a, b] = await Promise.all(
      [reader, local].map((program) => program.call(tool, args)),
    );
    const what = `${tool} ${JSON.stringify(args)}`;
    assert.deepEqual(comparable(a), comparable(b), what);
  }
  for (const args of FINDS) {
    const [a, b] = await Promise.all(
      [reader, local].map((program) => findAll(program, args)),
    );
    assert.deepEqual(a, b, `manual_find ${JSON.stringify(args)}`);
  }
  const { data } = await local.call("search", { query: "restore a backup" });
  const [first] = data.results as { id: string }[];
  assert.ok(first);
  assert.deepEqual(
    await reader.call("fetch", { id: first.id }),
    await local.call("fetch", { id: first.id }),
  );
}

for (const launch of await lanceLaunches()) {
  Deno.test(`published manuals answer like files: ${launch.name}, local disk`, async () => {
    using root = makeManualRoot(FILES);
    const uri = await Deno.makeTempDir();
    const { code, stderr } = await publishManuals(launch, {
      root: root.path,
      uri,
    });
    assert.equal(code, 0, stderr);
    await using local = await startLocal(launch, root.path);
    await using reader = await startReader(launch, uri);
    await compareTools(reader, local);
    await Deno.remove(uri, { recursive: true });
  });

  Deno.test(`published manuals answer like files: ${launch.name}, S3`, async () => {
    using root = makeManualRoot(FILES);
    await using s3 = await startS3();
    const uri = `s3://${BUCKET}/some/prefix`;
    const { env } = s3;
    const { code, stderr } = await publishManuals(launch, {
      ...{ root: root.path, uri, env },
    });
    assert.equal(code, 0, stderr);
    await using local = await startLocal(launch, root.path);
    await using reader = await startReader(launch, uri, env);
    await compareTools(reader, local);
  });
}
