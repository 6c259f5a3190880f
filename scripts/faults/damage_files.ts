import assert from "node:assert/strict";
import type { Program } from "../../tests/kit/program.ts";
import { walk } from "../../tests/kit/walk.ts";
import { until } from "../../tests/kit/within.ts";
import { PATIENCE_MS } from "../../tests/kit/mcp_client.ts";
import { expectAnswer } from "./expect.ts";
import { assertSays, PublishedStage } from "./published.ts";
import type { Stage } from "./scenario.ts";

/** How answers of harmed manuals came out. */
interface Seen {
  right: number;
  told: number;
}

/**
 * Publishes as many manuals as a table has files, twice; of each another file
 * is cut, or gone. None may be answered wrongly.
 */
export async function damageFiles(stage: Stage): Promise<string> {
  const store = await PublishedStage.open(stage, 0);
  await writeManual(store, 0);
  await store.published({ args: ["m0"] });
  const [first = ""] = tablesOf(store);
  const count = 2 * walk(`${store.uri}/${first}`).length;
  for (let i = 1; i < count; i++) await writeManual(store, i);
  await store.published();
  const tables = tablesOf(store).filter((name) => name !== first);
  for (const [i, table] of tables.entries()) {
    const files = walk(`${store.uri}/${table}`);
    // One that was written at once may have one file less.
    const file = files[(i >> 1) % files.length];
    await harm(`${store.uri}/${table}/${file}`, i % 2 === 0);
  }
  const reader = store.reader();
  const harmed = await askAll(reader, count);
  assert.ok(harmed.told > 0, "some of it matters");
  await expectAnswer(reader);
  for (let i = 0; i < count; i++) await writeManual(store, i, "A pergola.");
  const { code, stderr } = await store.publish();
  if (code !== 0) assertSays(stderr, /damaged.*remove all of it/);
  const repaired = await askAll(reader, count);
  await Deno.remove(store.uri, { recursive: true });
  await store.published();
  await until(
    PATIENCE_MS,
    "the right answers",
    async () => (await askAll(reader, count)).told === 0,
  );
  return `of ${count} manuals ${harmed.told} failed, ${repaired.told} after publishing again`;
}

async function writeManual(
  { root }: PublishedStage,
  manual: number,
  more = "",
): Promise<void> {
  const dir = `${root}/m${manual}`;
  await Deno.mkdir(dir, { recursive: true });
  await Deno.writeTextFile(
    `${dir}/a.md`,
    `# About it\n\nA gazebo of number${manual}. ${more}\n`,
  );
}

function tablesOf({ uri }: PublishedStage): string[] {
  return [...Deno.readDirSync(uri)].map(({ name }) => name)
    .filter((name) => name.startsWith("ormcp_manual_")).sort();
}

async function harm(file: string, isCut: boolean): Promise<void> {
  if (!isCut) return await Deno.remove(file);
  const whole = await Deno.readFile(file);
  await Deno.writeFile(file, whole.subarray(0, whole.length >> 1));
}

/** Asks each manual: it is answered rightly, or said to be damaged. */
async function askAll(reader: Program, count: number): Promise<Seen> {
  const seen = { right: 0, told: 0 };
  for (let i = 0; i < count; i++) {
    const word = `number${i}`;
    const { failed, message, data } = await reader.call("manual_find", {
      ...{ manual_id: `m${i}`, query: word, required_terms: [word] },
      use_cache: false,
    });
    if (failed) assertSays(message, /damaged.*publish again/);
    else assert.match(JSON.stringify(data), /"path":"a\.md"/);
    seen[failed ? "told" : "right"]++;
  }
  return seen;
}
