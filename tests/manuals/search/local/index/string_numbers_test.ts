import assert from "node:assert/strict";
import { StringNumbers } from "../../../../../src/manuals/search/local/index/string_numbers.ts";

// FNV-1a, begun as it usually is, makes 0x12345678 of each.
const ONE_HASH = `
  bowdvmnacgkjb cpgwhpfrxumbx nbrbtjfnxajmm jthcurhbzwcux zqkxuhrhuvkkq
  wqtkgawmokqcz adxncjcknxmxb fmdjqdurgwfqk ozgoqzggbgkvm dzvuztxugtmvw
  wtmgzrqghvpbz bgdrjbkwtpkrw gamtgnxarhpbv cdggrmgqwpnhx xrcaazuzxnprk
  vcdhmfmxbppgw brkdjtaphncfb gznkjzmtgxzqx oqcfkkorqpomb brwhutgumomhb
  zuhgpdmuhczwq abpkaohhpdobj qnounjdpffgox vzxgqbgqxjzgb tmzdtdhbzztam
  ffxcdzamaprqx xhqcbjkajkphv rcwuwthdtkxkm mtbgxmoagbdaj ahgmnbzruuonw
`.trim().split(/\s+/);

Deno.test("StringNumbers() numbers strings in the order in which they come", () => {
  const numbers = new StringNumbers();
  const texts = Array.from({ length: 5000 }, (_, i) => `${i * 31 % 5000}語`);
  assert.deepEqual(texts.map((text) => numbers.of(text)), [...texts.keys()]);
  assert.equal(numbers.size, texts.length);
  assert.deepEqual(numbers.names, texts);
  assert.equal(numbers.of(texts[7] ?? ""), 7);
  assert.equal(numbers.size, texts.length);
});

Deno.test("StringNumbers() keeps strings of one hash apart", () => {
  // Begun so, FNV-1a makes 0x5e4daa9d of both.
  const numbers = new StringNumbers(0x811c9dc5);
  const [first, second] = ["costarring", "liquid"];
  assert.equal(numbers.of(first), 0);
  assert.equal(numbers.has(second), false);
  assert.equal(numbers.of(second), 1);
  assert.equal(numbers.of(""), 2);
  assert.deepEqual([first, second, ""].map((text) => numbers.of(text)), [
    0,
    1,
    2,
  ]);
});

Deno.test("StringNumbers() takes no more steps for strings made to have one hash", () => {
  const numbers = new StringNumbers();
  const steps = countReads(numbers);
  for (const text of ONE_HASH) numbers.of(text);
  assert.deepEqual(
    ONE_HASH.map((text) => numbers.of(text)),
    [...ONE_HASH.keys()],
  );
  // One for each that is known; among all of one hash, hundreds.
  assert.ok(steps() < 2 * ONE_HASH.length, `${steps()} strings were compared`);
});

/** How often a string was looked at, which is once for each of an equal hash. */
function countReads(numbers: StringNumbers): () => number {
  let reads = 0;
  const names = new Proxy(numbers.names, {
    get(target, name, receiver) {
      if (typeof name === "string" && /^\d+$/.test(name)) reads++;
      return Reflect.get(target, name, receiver);
    },
  });
  Object.defineProperty(numbers, "names", { value: names });
  return () => reads;
}
