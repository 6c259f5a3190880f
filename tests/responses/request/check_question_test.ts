import assert from "node:assert/strict";
import { checkQuestion } from "../../../src/responses/request/check_question.ts";
import { configWith } from "../../kit/answer_setup.ts";

const text = ["query", "q"] as const;

Deno.test("checkQuestion() takes an id of printable characters without spaces", () => {
  const check = (previousResponseId: string): string[] =>
    checkQuestion({ text, previousResponseId }, configWith());
  assert.deepEqual(check("resp_!~"), []);
  for (const id of ["a b", "a\n", "é", "\x7f"]) {
    assert.throws(() => check(id), /printable characters without spaces/);
  }
});

Deno.test("checkQuestion() gives each host name once, as the API wants it", () => {
  const domains = ["https://Deno.com/x", "deno.com", "*.例え.jp"];
  assert.deepEqual(checkQuestion({ text, domains }, configWith()), [
    "deno.com",
    "xn--r8jz45g.jp",
  ]);
});

Deno.test("checkQuestion() names everything that is wrong at once", () => {
  const question = {
    text: ["input", " "],
    domains: ["a b"],
    previousResponseId: "a b",
  } as const;
  assert.throws(
    () => checkQuestion(question, configWith()),
    /input: got .*; domains\[0\]: got .*; previous_response_id: got /,
  );
});
