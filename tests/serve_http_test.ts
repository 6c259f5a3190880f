import assert from "node:assert/strict";
import { accessLine } from "../src/serve_http.ts";

const NOTHING = {
  ...{ caller: undefined, method: undefined, tool: undefined },
  ...{ traceparent: undefined, status: 401, ms: 0 },
};

Deno.test("accessLine() says who asked what, and leaves out what is not known", () => {
  const call = { caller: "alice", method: "tools/call", tool: "answer" };
  assert.equal(
    accessLine({ ...call, status: 200, ms: 12.34, traceparent: "00-1-2-01" }),
    "http caller=alice method=tools/call tool=answer status=200 ms=12.3 traceparent=00-1-2-01",
  );
  assert.equal(
    accessLine({ ...NOTHING, reason: "unauthorized" }),
    "http caller=- method=- status=401 reason=unauthorized ms=0.0",
  );
  assert.equal(
    accessLine({ ...NOTHING, method: "x status=200" }),
    'http caller=- method="x status=200" status=401 ms=0.0',
  );
});
