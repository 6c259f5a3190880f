import fc from "fast-check";
import { changedJson, changedText } from "./changes.ts";
import { HELD } from "./server_model.ts";

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Messages that go out in one write, and how each is framed. */
export interface Burst {
  readonly texts: readonly string[];
  readonly framed: boolean;
}

/** Small, so that some are used twice and some of those are still busy. */
const id = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }) },
  fc.nat(4).map((n) => `r${n}`),
);

function request(
  method: string,
  params: fc.Arbitrary<object> = fc.constant({}),
): fc.Arbitrary<unknown> {
  return fc.record({
    jsonrpc: fc.constant("2.0"),
    id,
    method: fc.constant(method),
    params,
  });
}

function call(
  name: fc.Arbitrary<string>,
  args: object = {},
): fc.Arbitrary<unknown> {
  const _meta = fc.record({
    era: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, fc.constant(META)),
    token: fc.oneof(
      fc.constant({}),
      id.map((progressToken) => ({ progressToken })),
    ),
  }).map(({ era, token }) => ({ ...era, ...token }));
  return request(
    "tools/call",
    fc.record({ name, arguments: fc.constant(args), _meta }),
  );
}

const message: fc.Arbitrary<unknown> = fc.oneof(
  request(
    "initialize",
    fc.record({
      protocolVersion: fc.constantFrom(
        "2024-11-05",
        "2025-03-26",
        "2025-11-25",
        "2026-07-28",
      ),
      capabilities: fc.constant({}),
      clientInfo: fc.constant({ name: "fuzz", version: "0" }),
    }),
  ),
  fc.constant({ jsonrpc: "2.0", method: "notifications/initialized" }),
  request("ping"),
  request("server/discover", fc.constant({ _meta: META })),
  request("tools/list", fc.constantFrom({}, { _meta: META })),
  call(fc.constant("echo"), { text: "hello" }),
  call(fc.constantFrom("fails", "toString", "talks")),
  call(fc.constant(HELD)),
  id.map((requestId) => ({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId, reason: "fuzz" },
  })),
  fc.nat(8).map((n) => ({ jsonrpc: "2.0", id: n, result: {} })),
);

// A batch is answered as a whole: with a held call, not before the end.
const batch = fc.array(message, { maxLength: 3 }).map((items) =>
  items.filter((item) => !JSON.stringify(item).includes(HELD))
);

/** Messages and batches, changed but still JSON. */
export const goodText: fc.Arbitrary<string> = changedJson(
  fc.oneof({ weight: 11, arbitrary: message }, batch),
).map((value) => JSON.stringify(value));

/** Still one message of its framing: no line end, and opened like JSON. */
export const brokenText: fc.Arbitrary<string> = changedText(
  message.map((value) => JSON.stringify(value).slice(1)),
  1,
).map((text) => `{${text}`.replace(/[\n\r]/g, " ").toWellFormed());

/** Bursts of real messages, some of them changed. */
export const bursts: fc.Arbitrary<readonly Burst[]> = fc.array(
  fc.record({
    framed: fc.oneof(
      { weight: 2, arbitrary: fc.constant(false) },
      fc.constant(true),
    ),
    texts: fc.array(
      fc.oneof({ weight: 19, arbitrary: goodText }, brokenText),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  { minLength: 1, maxLength: 5 },
);
