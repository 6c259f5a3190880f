import assert from "node:assert/strict";
import { loggedFetch } from "../../../src/responses/run/logged_fetch.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

const URL = "https://api.example/v1/models/gpt-5.2";

Deno.test("loggedFetch() tells of a response without a body as well", async () => {
  const lines: string[] = [];
  const fetch = loggedFetch(
    () =>
      Promise.resolve(
        new Response(null, { status: 204, headers: { "x-request-id": "r1" } }),
      ),
    {
      clock: new ManualClock(),
      debug: (line) => lines.push(typeof line === "string" ? line : line()),
      redact: (text) => text,
    },
  );
  assert.equal((await fetch(URL)).status, 204);
  assert.equal(lines.length, 2);
  assert.match(lines[0] ?? "", / api request GET https:.*\/gpt-5\.2$/);
  assert.match(
    lines[1] ?? "",
    / latency_ms=0 api response status=204 x-request-id=r1$/,
  );
});
