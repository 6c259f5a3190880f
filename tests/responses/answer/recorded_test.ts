import assert from "node:assert/strict";
import { readAnswer } from "../../../src/responses/answer/read_answer.ts";
import { plain } from "../../../src/text/plain.ts";
import { LAYOUTS } from "./shapes/layouts.ts";
import { LISTS } from "./shapes/lists.ts";
import { NUMBERS } from "./shapes/numbers.ts";
import { PAGES } from "./shapes/pages.ts";
import { TODAY } from "./shapes/shape.ts";
import { TEXTS } from "./shapes/texts.ts";

const SHAPES = { ...PAGES, ...NUMBERS, ...TEXTS, ...LISTS, ...LAYOUTS };

for (const [name, shape] of Object.entries(SHAPES)) {
  Deno.test(`readAnswer() reads ${name}`, () => {
    const { answer, citations } = readAnswer({
      ...shape.more,
      output: shape.output,
    }, {
      model: "gpt-5.2",
      domains: [],
      maxCitations: 3,
      today: TODAY,
      store: true,
      ...shape.options,
    });
    const list = ["", "", "Sources:", ...shape.sources].join("\n");
    assert.equal(
      answer,
      shape.sources.length > 0 ? shape.body + list : shape.body,
    );
    assert.deepEqual(
      citations.map(({ url }) => url),
      shape.cited ?? shape.sources.map((line) => line.split(" ")[1]),
    );
    for (const { url, title, published_at, date_kind } of citations) {
      assert.match(url, /^https?:\/\/\S+$|^[\w.-]{1,64}$/);
      assert.equal(plain(url + (title ?? "")), url + (title ?? ""));
      const when = date_kind === "accessed"
        ? `accessed ${TODAY}`
        : published_at;
      assert.ok(answer.includes(` ${url} (${when})`) || shape.cited, url);
    }
  });
}

Deno.test("readAnswer() knows at least thirty shapes of responses", () => {
  assert.ok(Object.keys(SHAPES).length >= 30);
});
