import assert from "node:assert/strict";
import { StringTable } from "../../../../../src/manuals/search/local/index/string_table.ts";

Deno.test("StringTable() packs strings of any script, empty ones too", () => {
  const table = new StringTable();
  const texts = [
    "",
    "ascii",
    "日本語",
    "next\u0080",
    "so naïve 😀",
    "\u{20bb7}",
    "x".repeat(5000),
    "",
  ];
  for (const text of texts) table.push(text);
  assert.equal(table.length, texts.length);
  const { bytes, starts } = table.pack();
  const decoder = new TextDecoder();
  const back = texts.map((_, i) =>
    decoder.decode(bytes.subarray(starts[i], starts[i + 1]))
  );
  assert.deepEqual(back, texts);
  assert.equal(bytes.length, starts.at(-1));
});

Deno.test("StringTable() cuts none of many long strings", () => {
  const table = new StringTable();
  const texts = Array.from({ length: 500 }, (_, i) => "題".repeat(i % 37));
  for (const text of texts) table.push(text);
  const { bytes, starts } = table.pack();
  const decoder = new TextDecoder();
  assert.deepEqual(
    texts.map((_, i) =>
      decoder.decode(bytes.subarray(starts[i], starts[i + 1]))
    ),
    texts,
  );
});
