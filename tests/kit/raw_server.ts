/** A TCP server for answers that no HTTP server would give. */
export interface RawServer extends AsyncDisposable {
  /** For `openai.base_url`. */
  readonly baseUrl: string;
  /** How many connections were made. */
  readonly connections: number;
  /** How many requests have arrived. */
  readonly requests: number;
  /** Settles when so many requests have arrived. */
  received(count: number): Promise<void>;
  /** Settles when so many connections are closed, by the client or by us. */
  closed(count: number): Promise<void>;
}

/** Writes to one connection; rejects when the client has left. */
export type Say = (text: string | Uint8Array) => Promise<void>;

/** What is said to a request; the connection is closed when it settles. */
export type Speak = (say: Say) => Promise<void>;

/** Keeps the connection open without a word, until the client leaves. */
export const silence: Speak = () => new Promise(() => {});

/** Closes the connection without a word. */
export const hangUp: Speak = () => Promise.resolve();

type Count = "connections" | "requests" | "closed";

/** Starts a server on a free port. */
export function startRawServer(
  speak: Speak,
  tls?: Deno.TlsCertifiedKeyPem,
): RawServer {
  const address = { hostname: "127.0.0.1", port: 0 };
  const listener: Deno.Listener<Deno.Conn> = tls
    ? Deno.listenTls({ ...address, ...tls })
    : Deno.listen(address);
  const open = new Set<Deno.Conn>();
  const counts: Record<Count, number> = {
    connections: 0,
    requests: 0,
    closed: 0,
  };
  let watchers: (() => void)[] = [];
  let over = false;

  function count(what: Count): void {
    counts[what]++;
    const told = watchers;
    watchers = [];
    for (const watch of told) watch();
  }
  async function until(what: Count, min: number): Promise<void> {
    while (counts[what] < min) {
      await new Promise<void>((resolve) => watchers.push(resolve));
    }
  }

  async function serve(connection: Deno.Conn): Promise<void> {
    open.add(connection);
    count("connections");
    const encoder = new TextEncoder();
    async function say(text: string | Uint8Array): Promise<void> {
      const bytes = typeof text === "string" ? encoder.encode(text) : text;
      for (let sent = 0; sent < bytes.length;) {
        sent += await connection.write(bytes.subarray(sent));
      }
    }
    try {
      await readRequest(connection);
      count("requests");
      await Promise.race([speak(say), hasLeft(connection)]);
    } catch (error) {
      // The client left, or refused our certificate.
      if (!(error instanceof Error)) throw error;
    }
    if (!open.delete(connection)) return;
    connection.close();
    count("closed");
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
    baseUrl: `${tls ? "https" : "http"}://127.0.0.1:${port}/v1`,
    get connections(): number {
      return counts.connections;
    },
    get requests(): number {
      return counts.requests;
    },
    received: (min) => until("requests", min),
    closed: (min) => until("closed", min),
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
    // One character per byte: lengths are in bytes.
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

/** Settles when the client closes its side, or resets the connection. */
async function hasLeft(connection: Deno.Conn): Promise<void> {
  const buffer = new Uint8Array(1024);
  while (await connection.read(buffer) !== null);
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
