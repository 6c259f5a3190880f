import assert from "node:assert/strict";
import { MessageDecoder } from "../../src/jsonrpc/message_decoder.ts";
import { ErrorCode, ProtocolError } from "../../src/jsonrpc/messages.ts";
import { utf8 } from "../kit/bytes.ts";

Deno.test("ErrorCode has the numbers that clients know", () => {
  assert.deepEqual(ErrorCode, {
    ParseError: -32700,
    InvalidRequest: -32600,
    MethodNotFound: -32601,
    InvalidParams: -32602,
    InternalError: -32603,
    ServerBusy: -32000,
    ToolFailed: -32001,
  });
});

Deno.test("ProtocolError has data on the wire only if it was given any", () => {
  const bare = new ProtocolError(-32600, "no").toJSON();
  assert.deepEqual(bare, { code: -32600, message: "no" });
  const more = new ProtocolError(-32600, "no", { a: 1 }).toJSON();
  assert.deepEqual(more, { code: -32600, message: "no", data: { a: 1 } });
});

Deno.test("a message that is no JSON is told with the parser's own reason", () => {
  let reason = "";
  try {
    JSON.parse("{nope}");
  } catch (error) {
    reason = error instanceof Error ? error.message : "";
  }
  const [error] = new MessageDecoder().decode(utf8("{nope}\n"));
  assert.ok(error instanceof ProtocolError && reason !== "");
  assert.deepEqual(error.data, { reason });
});

Deno.test("the last line counts without its end, were it one byte", () => {
  const decoder = new MessageDecoder();
  assert.deepEqual(decoder.decode(utf8("5")), []);
  assert.deepEqual(decoder.end(), [5]);
});
