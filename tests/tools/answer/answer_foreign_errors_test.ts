import assert from "node:assert/strict";
import { startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { failureIn, setUp } from "../../kit/answer_setup.ts";

/** How a server that is not OpenAI's fails, and what the user is told. */
async function failureOf(
  status: number,
  body: unknown,
  stream = true,
): Promise<Record<string, unknown>> {
  await using api = startFakeOpenAI();
  api.always({
    fault: {
      kind: "raw",
      status,
      contentType: "application/json",
      body: JSON.stringify(body),
    },
  });
  const config = { responses: { stream } };
  const setup = setUp(api.baseUrl, { fast: true, config });
  return failureIn(await setup.call("answer", { query: "q" }));
}

Deno.test("answer passes on what a server says outside the API's error object", async () => {
  const bodies: [unknown, RegExp][] = [
    [{ detail: "no such tool" }, /\(422\): "no such tool"; /],
    [{ object: "error", message: "too deep", code: 422 }, /: "too deep"; /],
    [
      { detail: [{ msg: "bad", input: "q" }, { msg: "worse" }] },
      /: "bad; worse"; /,
    ],
    [{ detail: [{ loc: ["body"] }, {}] }, /: "\(no message\)"; /],
    [{ error: "unrecognized" }, /: "unrecognized"; /],
    [{ error: { message: "wrapped" }, message: "no" }, /: "wrapped"; /],
  ];
  for (const [body, message] of bodies) {
    const failure = await failureOf(422, body);
    assert.equal(failure.reason, "upstream_error");
    assert.match(String(failure.message), message);
  }
});

Deno.test("answer knows a missing model in the words of other servers", async () => {
  const bodies: unknown[] = [
    { object: "error", message: "The model `x` does not exist.", code: 404 },
    { error: "model 'x' not found" },
    // Azure calls a model by its deployment.
    { error: { code: "DeploymentNotFound", message: "It does not exist." } },
  ];
  for (const body of bodies) {
    assert.equal((await failureOf(404, body)).reason, "model_not_found");
  }
});

Deno.test("answer takes an error that is a mere text for one", async () => {
  const failure = await failureOf(200, { error: "out of memory" }, false);
  assert.equal(failure.reason, "upstream_error");
  assert.match(
    String(failure.message),
    /^The API could not finish the response: "out of memory"; /,
  );
});

Deno.test("answer quotes an error in a stream as it stands", async () => {
  for (const error of ["500 tries failed", { message: "500 tries failed" }]) {
    await using api = startFakeOpenAI();
    const contentType = "text/event-stream";
    const body = `data: ${JSON.stringify({ error })}\n\n`;
    api.always({ fault: { kind: "raw", contentType, body } });
    const outcome = await setUp(api.baseUrl).call("answer", { query: "q" });
    assert.match(String(failureIn(outcome).message), /: "500 tries failed"; /);
  }
});
