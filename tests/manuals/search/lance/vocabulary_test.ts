import assert from "node:assert/strict";
import fc from "fast-check";
import { wordsOf } from "../../../../src/manuals/search/local/index/words.ts";
import {
  encodePart,
  Vocabulary,
} from "../../../../src/manuals/search/lance/vocabulary.ts";

function vocabularyOf(
  ...parts: readonly Readonly<Record<string, number>>[]
): Vocabulary {
  return new Vocabulary(parts.map((counts) => {
    const terms = Object.keys(counts);
    return encodePart({
      counts: new Map(Object.entries(counts)),
      words: terms.filter((term) => /^[a-z]{5,}$/.test(term)),
    });
  }));
}

Deno.test("Vocabulary() counts each term of any script", () => {
  const counts = { restor: 3, "再実": 2, "é": 1, a: 9, "ab123": 4 };
  const vocabulary = vocabularyOf(counts);
  for (const [term, count] of Object.entries(counts)) {
    assert.equal(vocabulary.count(term), count, term);
  }
  for (const term of ["", "rest", "restore", "ab12", "zz", "再"]) {
    assert.equal(vocabulary.count(term), 0, term);
  }
});

Deno.test("Vocabulary() adds what later publications changed", () => {
  const vocabulary = vocabularyOf(
    { alpha: 3, gamma: 1 },
    { alpha: -1, bravo: 2 },
    { gamma: -1 },
  );
  assert.equal(vocabulary.count("alpha"), 2);
  assert.equal(vocabulary.count("bravo"), 2);
  assert.equal(vocabulary.count("gamma"), 0);
  assert.deepEqual(vocabulary.counts(), new Map([["alpha", 2], ["bravo", 2]]));
  assert.deepEqual(wordsOf(vocabulary.words).sort(), [
    "alpha",
    "bravo",
    "gamma",
  ]);
});

Deno.test("Vocabulary() finds the names that a word is a part of, not what is gone", () => {
  const vocabulary = vocabularyOf(
    { nosecurity: 1, podsecuritypolicy: 1, securitycontext: 2, secur: 3 },
    { insecurityx: 1, securitycontext: -2 },
  );
  assert.deepEqual(vocabulary.holding("security").sort(), [
    "insecurityx",
    "nosecurity",
    "podsecuritypolicy",
  ]);
  assert.deepEqual(vocabulary.holding("nothing"), []);
});

Deno.test("Vocabulary() without parts has no terms", () => {
  const vocabulary = new Vocabulary([]);
  assert.equal(vocabulary.count("a"), 0);
  assert.deepEqual(vocabulary.holding("a"), []);
});

Deno.test("Vocabulary() counts whatever was written, and nothing else", () => {
  const term = fc.string({ minLength: 1, maxLength: 6, unit: "grapheme" })
    .map((text) => text.replaceAll("\n", "_").toWellFormed());
  const part = fc.dictionary(term, fc.integer({ min: 1, max: 9 }));
  fc.assert(fc.property(part, part, term, (base, more, other) => {
    const vocabulary = vocabularyOf(base, more);
    for (const name of [...Object.keys(base), ...Object.keys(more), other]) {
      const count = (counts: object): number =>
        Object.hasOwn(counts, name) ? Reflect.get(counts, name) : 0;
      assert.equal(vocabulary.count(name), count(base) + count(more));
    }
  }));
});
