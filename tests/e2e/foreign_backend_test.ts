import assert from "node:assert/strict";
import { createServer } from "@copilotkit/aimock";
import { answerIn, failureIn, setUp } from "../kit/answer_setup.ts";

/** A Responses API that none of us wrote. */
async function startForeign(): Promise<AsyncDisposable & { url: string }> {
  const { server, url } = await createServer([
    {
      match: { userMessage: /capital of France/ },
      response: {
        content: "Paris is the capital of France.",
        webSearches: ["capital of France"],
      },
    },
    {
      match: { userMessage: /404/ },
      response: { content: "404 means that nothing was found." },
    },
  ], { port: 0, host: "127.0.0.1" });
  return {
    url,
    async [Symbol.asyncDispose](): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      // Closing waits for connections, and ours are kept for more questions.
      server.closeAllConnections();
      await closed;
    },
  };
}

Deno.test("answer works with a foreign backend, streamed and whole", async () => {
  await using mock = await startForeign();
  for (const stream of [true, false]) {
    const setup = setUp(`${mock.url}/v1`, {
      config: { responses: { stream } },
    });
    const plain = answerIn(await setup.call("answer", { query: "HTTP 404?" }));
    assert.equal(plain.answer, "404 means that nothing was found.");
    assert.equal(plain.used_search, false);
    const query = "What is the capital of France?";
    const searched = answerIn(await setup.call("answer", { query }));
    assert.match(String(searched.answer), /^Paris is the capital of France\./);
    assert.equal(searched.used_search, true);
  }
});

Deno.test("answer reports a foreign backend's progress and errors", async () => {
  await using mock = await startForeign();
  const setup = setUp(`${mock.url}/v1`);
  const said: string[] = [];
  const progress = (message: string): void => void said.push(message);
  const query = "What is the capital of France?";
  await setup.call("answer", { query }, { progress });
  assert.ok(said.some((m) => m.includes("capital of France")), String(said));
  assert.ok(said.includes("Writing the answer"), String(said));
  const outcome = await setup.call("answer", { query: "Nobody knows this" });
  assert.equal(failureIn(outcome).reason, "upstream_error");
});
