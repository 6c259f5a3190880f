import type { Clock } from "../../runtime/runtime.ts";

/** A body as text, or why there is none. */
export type Body =
  | { readonly text: string }
  | { readonly refused: "too_large" | "too_slow" | "broken" };

/** How long a client may take to send what it has to say. */
const READ_MS = 30_000;

/** Reads a request's body, up to a number of bytes and in bounded time. */
export async function readBody(
  request: Request,
  maxBytes: number,
  clock: Clock,
): Promise<Body> {
  const length = request.headers.get("content-length");
  if (Number(length) > maxBytes) return { refused: "too_large" };
  let cancel = (): void => undefined;
  const late = new Promise<Body>((resolve) => {
    cancel = clock.after(READ_MS, () => resolve({ refused: "too_slow" }));
  });
  // A host holds a client to the length that it gave, unless it gave chunks too.
  const counts = length === null || request.headers.has("transfer-encoding");
  const read = counts
    ? readCounted(request, maxBytes)
    : request.text().then((text) => ({ text }));
  try {
    return await Promise.race([read, late]);
  } catch {
    // The client broke off: nobody waits for words.
    return { refused: "broken" };
  } finally {
    cancel();
  }
}

async function readCounted(request: Request, maxBytes: number): Promise<Body> {
  const decoder = new TextDecoder();
  let received = 0;
  let text = "";
  for await (const chunk of request.body ?? []) {
    received += chunk.byteLength;
    if (received > maxBytes) return { refused: "too_large" };
    text += decoder.decode(chunk, { stream: true });
  }
  return { text: text + decoder.decode() };
}
