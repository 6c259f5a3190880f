import assert from "node:assert/strict";
import { checkQuestion } from "../../../src/responses/request/check_question.ts";
import { configWith } from "../../kit/answer_setup.ts";

Deno.test("checkQuestion() takes ids of 1 to 256 characters, also without a schema", () => {
  const check = (previousResponseId: string): string[] =>
    checkQuestion({ text: ["query", "q"], previousResponseId }, configWith());
  for (const length of [1, 256]) {
    assert.deepEqual(check("x".repeat(length)), []);
  }
  for (const length of [0, 257]) {
    assert.throws(() => check("x".repeat(length)), /1 to 256 printable/);
  }
});
