/** A TCP server for answers that no HTTP server would give. */
export interface RawServer extends AsyncDisposable {
  /** For `openai.base_url`. */
  readonly baseUrl: string;
  readonly port: number;
  /** How many connections were made. */
  readonly connections: number;
  /** How many of them the client has left. */
  readonly left: number;
}

/** Writes to one connection; rejects when the client has left. */
export type Say = (text: string | Uint8Array) => Promise<void>;

/**
 * Starts a server. `speak` is called when a request has arrived; when it
 * settles the connection is closed.
 */
export function startRawServer(
  speak: (say: Say) => Promise<void>,
  tls?: Deno.TlsCertifiedKeyPem,
): RawServer {
  const address = { hostname: "127.0.0.1", port: 0 };
  const listener: Deno.Listener<Deno.Conn> = tls
    ? Deno.listenTls({ ...address, ...tls })
    : Deno.listen(address);
  const open = new Set<Deno.Conn>();
  const count = { connections: 0, left: 0 };
  let over = false;

  async function serve(connection: Deno.Conn): Promise<void> {
    open.add(connection);
    count.connections++;
    const encoder = new TextEncoder();
    try {
      await readRequest(connection);
      await speak(async (text) => {
        const bytes = typeof text === "string" ? encoder.encode(text) : text;
        for (let sent = 0; sent < bytes.length;) {
          sent += await connection.write(bytes.subarray(sent));
        }
      });
    } catch (error) {
      // The client left, or refused our certificate.
      if (!(error instanceof Error)) throw error;
      count.left++;
    }
    if (open.delete(connection)) connection.close();
  }

  const done = (async () => {
    const all: Promise<void>[] = [];
    while (!over) {
      try {
        all.push(serve(await listener.accept()));
      } catch (error) {
        // A failed handshake ends an `accept`, not the listener.
        if (!(error instanceof Error)) throw error;
      }
    }
    await Promise.all(all);
  })();
  const { port } = listener.addr as Deno.NetAddr;
  return {
    port,
    baseUrl: `${tls ? "https" : "http"}://127.0.0.1:${port}/v1`,
    get connections(): number {
      return count.connections;
    },
    get left(): number {
      return count.left;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      over = true;
      listener.close();
      for (const connection of open) {
        open.delete(connection);
        connection.close();
      }
      await done;
    },
  };
}

/** Reads a request whole: what is left unread would reset the connection. */
async function readRequest(connection: Deno.Conn): Promise<void> {
  const buffer = new Uint8Array(65_536);
  let text = "";
  for (;;) {
    const count = await connection.read(buffer);
    if (count === null) throw new Error("The client left");
    // One character a byte: lengths are in bytes.
    text += Array.from(
      buffer.subarray(0, count),
      (byte) => String.fromCharCode(byte),
    ).join("");
    const end = text.indexOf("\r\n\r\n");
    if (end < 0) continue;
    const length = /^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1];
    if (text.length >= end + 4 + Number(length ?? 0)) return;
  }
}

/** The head of a response that is a stream of events, in chunks. */
export const EVENT_STREAM = [
  "HTTP/1.1 200 OK",
  "content-type: text/event-stream",
  "transfer-encoding: chunked",
  "",
  "",
].join("\r\n");

/** A chunk of a chunked body. */
export function chunk(text: string): string {
  const { length } = new TextEncoder().encode(text);
  return `${length.toString(16)}\r\n${text}\r\n`;
}
