import assert from "node:assert/strict";
import { decodeText } from "../../../src/manuals/library/decode_text.ts";
import { growth } from "../../kit/growth.ts";

const JAPANESE = "# 設定\n\nサーバーを再起動してください。ＡＢＣ、123。\n";

/** Bytes of the text in each encoding, written out: nothing here encodes them. */
const SHIFT_JIS =
  "2320 90dd92e8 0a0a 8354815b836f815b82f08dc48b4e93ae82b582c482ad82be82b382a28142 826082618262 8141 313233 8142 0a";
const EUC_JP =
  "2320 c0dfc4ea 0a0a a5b5a1bca5d0a1bca4f2bac6b5afc6b0a4b7a4c6a4afa4c0a4b5a4a4a1a3 a3c1a3c2a3c3 a1a2 313233 a1a3 0a";

function fromHex(hex: string): Uint8Array {
  const pairs = hex.replaceAll(" ", "").match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => parseInt(pair, 16));
}

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length + 2));
  [0xfeff, ...Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))]
    .forEach((unit, i) => view.setUint16(2 * i, unit, littleEndian));
  return new Uint8Array(view.buffer);
}

Deno.test("decodeText() reads the encodings of Japanese manuals", () => {
  assert.equal(decodeText(new TextEncoder().encode(JAPANESE)), JAPANESE);
  assert.equal(decodeText(fromHex(SHIFT_JIS)), JAPANESE);
  assert.equal(decodeText(fromHex(EUC_JP)), JAPANESE);
  assert.equal(decodeText(utf16(JAPANESE, true)), JAPANESE);
  assert.equal(decodeText(utf16(JAPANESE, false)), JAPANESE);
});

Deno.test("decodeText() reads a text of kanji alone", () => {
  assert.equal(decodeText(fromHex("90dd92e8")), "設定");
  assert.equal(decodeText(fromHex("c0dfc4ea")), "設定");
});

Deno.test("decodeText() removes a byte order mark", () => {
  assert.equal(decodeText(fromHex("efbbbf 61")), "a");
  assert.equal(decodeText(fromHex("fffe 6100")), "a");
  assert.equal(decodeText(new Uint8Array()), "");
});

Deno.test("decodeText() takes no Western text for Japanese", () => {
  const latin1 = (text: string): Uint8Array =>
    Uint8Array.from(text, (char) => char.charCodeAt(0));
  const texts = [
    "Les éléments été élémentaires sont là, déjà modifiés par l'élève.",
    "Straße, Größe und Übermaß der Prüfung in München.",
    "It\x92s \x93quoted\x94 text \x96 with dashes.",
    "¿Dónde está la configuración? Aquí, señor.",
  ];
  for (const text of texts) assert.equal(decodeText(latin1(text)), undefined);
});

Deno.test("decodeText() refuses broken text", () => {
  const broken = [
    "ff",
    "80",
    "fffe 61",
    "fffe 00d8",
    "feff d800 0061",
    "8281 80",
  ];
  for (const hex of broken) {
    assert.equal(decodeText(fromHex(hex)), undefined, hex);
  }
});

Deno.test("decodeText() is linear in bytes of no encoding", () => {
  for (const byte of [0x82, 0x8f, 0xa4, 0xe9, 0xff]) {
    const work = (n: number): void =>
      void decodeText(new Uint8Array(n).fill(byte));
    assert.ok(growth(work, 200_000) < 8);
  }
});
