import { mutateJson, mutateText } from "./mutate.ts";
import type { Random } from "./random.ts";
import { HELD } from "./server_model.ts";

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const VERSIONS = ["2024-11-05", "2025-03-26", "2025-11-25", "2026-07-28"];

/** Messages that go out in one write, and how each is framed. */
export interface Burst {
  readonly texts: readonly string[];
  readonly framed: boolean;
}

/** Bursts of real messages, some of them changed. */
export function makeBursts(random: Random): Burst[] {
  let id = 0;
  const nextId = (): unknown => {
    id++;
    return random.oneIn(4) ? `r${id}` : id;
  };
  return random.list(random.between(1, 5), () => ({
    framed: random.oneIn(3),
    texts: random.list(random.between(1, 4), () => makeText(random, nextId)),
  }));
}

function makeText(random: Random, nextId: () => unknown): string {
  let message: unknown = makeMessage(random, nextId);
  if (random.oneIn(12)) {
    // A batch is answered as a whole: with a held call, not before the end.
    message = random.list(random.int(4), () => makeMessage(random, nextId))
      .filter((item) => !JSON.stringify(item).includes(HELD));
  }
  for (let i = random.int(4); i > 1; i--) message = mutateJson(random, message);
  const text = JSON.stringify(message);
  if (!/^[{[]/.test(text) || !random.oneIn(20)) return text;
  // Still one message of its framing: no line end, and opened like JSON.
  return (text.slice(0, 1) + mutateText(random, text.slice(1)))
    .replace(/[\n\r]/g, " ").toWellFormed();
}

function makeMessage(random: Random, nextId: () => unknown): unknown {
  const request = (method: string, params?: object): unknown => ({
    jsonrpc: "2.0",
    id: nextId(),
    method,
    ...params && { params },
  });
  const call = (name: string, args: object = {}): unknown => {
    const meta = random.oneIn(3) ? META : {};
    const token = random.oneIn(2) ? { progressToken: nextId() } : {};
    const _meta = { ...meta, ...token };
    return request("tools/call", { name, arguments: args, _meta });
  };
  switch (random.int(10)) {
    case 0:
      return request("initialize", {
        protocolVersion: random.pick(VERSIONS),
        capabilities: {},
        clientInfo: { name: "fuzz", version: "0" },
      });
    case 1:
      return { jsonrpc: "2.0", method: "notifications/initialized" };
    case 2:
      return request("ping");
    case 3:
      return request("server/discover", { _meta: META });
    case 4:
      return request("tools/list", random.oneIn(2) ? { _meta: META } : {});
    case 5:
      return call("echo", { text: "hello" });
    case 6:
      return call(random.pick(["fails", "toString", "talks"]));
    case 7:
      return call(HELD);
    case 8:
      return {
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: random.between(1, 12), reason: "fuzz" },
      };
    default:
      return { jsonrpc: "2.0", id: random.int(9), result: {} };
  }
}
