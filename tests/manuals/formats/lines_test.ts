import assert from "node:assert/strict";
import {
  countLines,
  cutBefore,
  lineOfOffset,
  LineReader,
  offsetOfLine,
  wholeCharacter,
} from "../../../src/manuals/formats/lines.ts";

function linesOf(text: string): string[] {
  const reader = new LineReader(text);
  const lines: string[] = [];
  while (reader.advance()) lines.push(text.slice(reader.start, reader.end));
  return lines;
}

Deno.test("LineReader ends lines at CRLF, LF and CR, mixed", () => {
  assert.deepEqual(linesOf("a\r\nb\nc\rd\r\r\ne"), [
    "a",
    "b",
    "c",
    "d",
    "",
    "e",
  ]);
});

Deno.test("LineReader does not end lines at U+2028, VT or FF", () => {
  assert.deepEqual(linesOf("a\u2028b\vc\fd\n"), ["a\u2028b\vc\fd"]);
});

Deno.test("LineReader joined ranges give the text back", () => {
  const text = "x\r\n\r\n\n\ry\rz\n";
  const reader = new LineReader(text);
  let joined = "";
  while (reader.advance()) joined += text.slice(reader.start, reader.next);
  assert.equal(joined, text);
});

Deno.test("LineReader needs linear time when lines end at CR alone", () => {
  const reader = new LineReader("x\r".repeat(1_000_000));
  while (reader.advance());
  assert.equal(reader.line, 1_000_000);
});

Deno.test("countLines() counts no line after the last line end", () => {
  assert.deepEqual(["", "a", "a\n", "a\nb", "\n\n"].map(countLines), [
    1,
    1,
    1,
    2,
    2,
  ]);
});

Deno.test("offsetOfLine() and lineOfOffset() agree on every offset", () => {
  const text = "ab\r\ncd\refg\n\nh";
  for (let offset = 0; offset < text.length; offset++) {
    const line = lineOfOffset(text, offset);
    const start = offsetOfLine(text, line) ?? NaN;
    const next = offsetOfLine(text, line + 1) ?? text.length;
    assert.ok(start <= offset && offset < next, `offset ${offset}`);
  }
  assert.equal(offsetOfLine(text, 6), undefined);
  assert.equal(lineOfOffset(text, text.length), 5);
});

Deno.test("cutBefore() cuts at the last line end in the window", () => {
  assert.equal(cutBefore("ab\ncd\nef", 0, 7), 6);
  assert.equal(cutBefore("ab\ncd\nef", 0, 3), 3);
  assert.equal(cutBefore("ab\ncd\nef", 0, 8), 8);
  assert.equal(cutBefore("ab\ncd\nef", 0, 100), 8);
});

Deno.test("cutBefore() cuts inside a line only when it is too long", () => {
  assert.equal(cutBefore("abcdef\n", 0, 4), 4);
  assert.equal(cutBefore("ab\ncdefgh", 3, 6), 6);
});

Deno.test("cutBefore() splits neither CRLF nor a surrogate pair", () => {
  assert.equal(cutBefore("abc\r\nd", 0, 4), 4 - 1);
  assert.equal(cutBefore("ab😀cd", 0, 3), 2);
});

Deno.test("wholeCharacter() steps back out of a surrogate pair", () => {
  assert.deepEqual([0, 1, 2, 3].map((at) => wholeCharacter("a😀b", at)), [
    0,
    1,
    1,
    3,
  ]);
  assert.equal(wholeCharacter("\u{10ffff}", 1), 0);
});
