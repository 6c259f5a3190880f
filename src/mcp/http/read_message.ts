import { ErrorCode, ProtocolError } from "../../jsonrpc/messages.ts";
import { type Clock, doneWithin } from "../../runtime/runtime.ts";
import { show } from "../../text/show.ts";
import { Refusal } from "./refusal.ts";

/** How long a client may take to send what it has to say. */
const READ_MS = 30_000;

/**
 * Reads the message of a POST: its types as the specification demands them, its
 * body up to a number of bytes and in bounded time.
 *
 * @throws {Refusal} 406, 415, 413, 408, and 400 for what is no JSON
 */
export async function readMessage(
  request: Request,
  maxBytes: number,
  clock: Clock,
): Promise<unknown> {
  checkTypes(request.headers);
  const text = await readText(request, maxBytes, clock);
  try {
    return JSON.parse(text);
  } catch {
    // The parser's words name a position, not what to do.
    const problem = "Parse error: the body is not valid JSON";
    const error = new ProtocolError(ErrorCode.ParseError, problem);
    throw new Refusal(400, "parse_error", error);
  }
}

function checkTypes(headers: Headers): void {
  const type = headers.get("content-type") ?? "";
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    const problem = `Content-Type is ${show(type)}, wanted application/json`;
    throw new Refusal(415, "media_type", problem);
  }
  const accept = headers.get("accept") ?? "";
  const wanted = ["application/json", "text/event-stream"];
  if (wanted.every((one) => accepts(accept, one))) return;
  throw new Refusal(
    406,
    "not_acceptable",
    `Accept is ${show(accept)}, wanted ${wanted.join(", ")}`,
  );
}

function accepts(header: string, type: string): boolean {
  const [main = ""] = type.split("/");
  return header.split(",").some((range) => {
    const [name = ""] = range.split(";");
    const wanted = name.trim().toLowerCase();
    return wanted === type || wanted === "*/*" || wanted === `${main}/*`;
  });
}

async function readText(
  request: Request,
  maxBytes: number,
  clock: Clock,
): Promise<string> {
  const length = request.headers.get("content-length");
  if (Number(length) > maxBytes) throw tooLarge(maxBytes);
  // A host holds a client to the length that it gave, unless it gave chunks too.
  const counts = length === null || request.headers.has("transfer-encoding");
  const read = counts ? readCounted(request, maxBytes) : request.text();
  try {
    if (await doneWithin(clock, READ_MS, read)) return await read;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The client broke off: nobody waits for words.
    throw new Refusal(400, "broken_body", "The body could not be read");
  }
  throw new Refusal(408, "slow_body", "The body took too long to arrive");
}

async function readCounted(
  request: Request,
  maxBytes: number,
): Promise<string> {
  const decoder = new TextDecoder();
  let received = 0;
  let text = "";
  for await (const chunk of request.body ?? []) {
    received += chunk.byteLength;
    if (received > maxBytes) throw tooLarge(maxBytes);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function tooLarge(maxBytes: number): Refusal {
  const problem =
    `The body is longer than ${maxBytes} bytes (server.max_message_bytes)`;
  return new Refusal(413, "too_large", problem);
}
