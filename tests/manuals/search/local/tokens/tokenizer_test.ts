import assert from "node:assert/strict";
import { CharClasses } from "../../../../../src/manuals/search/local/tokens/char_class.ts";
import { TokenBuffer } from "../../../../../src/manuals/search/local/tokens/token_buffer.ts";
import { Tokenizer } from "../../../../../src/manuals/search/local/tokens/tokenizer.ts";

/** The tokens of a part of a text. */
function tokensOf(text: string, start: number, end: number): string[] {
  const names: string[] = [];
  const tokenizer = new Tokenizer(
    new CharClasses(),
    (token) => names.push(token) - 1,
  );
  const out = new TokenBuffer();
  tokenizer.tokenize(text, out, start, end);
  return Array.from(out.data.subarray(0, out.length), (n) => names[n] ?? "?");
}

Deno.test("Tokenizer() reads no further than the part that it is given", () => {
  assert.deepEqual(tokensOf("日程日程", 1, 2), ["程"]);
  assert.deepEqual(tokensOf("maps maps", 1, 3), ["ap"]);
  assert.deepEqual(tokensOf("été été", 1, 2), ["t"]);
  assert.deepEqual(tokensOf("v1.29", 0, 4), ["v1", "2", "1.2"]);
});
