import { startS3 } from "../../tests/kit/s3_stand_in.ts";

/** What becomes of whoever asks. */
export type Mood = "well" | "refuses" | "hangs" | "cuts" | 403 | 500;

/** What S3 says then. */
const CODES = { 403: "AccessDenied", 500: "InternalError" } as const;
/** Of an answer that is cut: not even all of its headers. */
const CUT_BYTES = 60;

/** The stand-in for S3 behind a door that opens, hangs or is shut. */
export interface FaultyS3 extends AsyncDisposable {
  /** What a client needs to know of it, as environment variables. */
  readonly env: Readonly<Record<string, string>>;
  /** Requests that came in while it hung. */
  readonly held: number;
  /** Changes what becomes of requests; those under way are cut off. */
  become(mood: Mood): void;
}

/** Starts one that is well. */
export async function startFaultyS3(): Promise<FaultyS3> {
  const s3 = await startS3();
  const { port: behind } = new URL(s3.env.AWS_ENDPOINT_URL ?? "");
  const open = new Set<Deno.Conn>();
  let mood: Mood = "well";
  let held = 0;
  let listener = listen(0);
  const { port } = listener.addr;

  function listen(port: number): Deno.TcpListener {
    const listening = Deno.listen({ hostname: "127.0.0.1", port });
    accept(listening).catch(() => undefined);
    return listening;
  }

  async function accept(listening: Deno.TcpListener): Promise<void> {
    for await (const client of listening) {
      // Whoever goes away, or is cut off, does so at any moment.
      serve(client).catch(() => undefined).finally(() => close(client));
    }
  }

  function close(connection: Deno.Conn): void {
    open.delete(connection);
    try {
      connection.close();
    } catch (error) {
      // Its streams close it, too, when they end.
      if (!(error instanceof Deno.errors.BadResource)) throw error;
    }
  }

  async function serve(client: Deno.Conn): Promise<void> {
    open.add(client);
    if (mood === "well" || mood === "cuts") return await forward(client);
    if (await client.read(new Uint8Array(1)) === null) return;
    held++;
    if (mood === 403 || mood === 500) await refuse(client, mood);
    // What it says more is read, or it would not hear the refusal.
    await client.readable.pipeTo(new WritableStream());
  }

  async function forward(client: Deno.Conn): Promise<void> {
    const store = await Deno.connect({ port: Number(behind) });
    open.add(store);
    try {
      const asked = client.readable.pipeTo(store.writable);
      const answered = mood === "cuts"
        ? cutAnswer(store, client)
        : store.readable.pipeTo(client.writable);
      await Promise.race([asked, answered]);
    } finally {
      close(store);
    }
  }

  return {
    env: { ...s3.env, AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` },
    get held(): number {
      return held;
    },
    become(next): void {
      if (mood === "refuses" && next !== mood) listener = listen(port);
      mood = next;
      if (mood === "refuses") listener.close();
      for (const each of open) close(each);
      held = 0;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      if (mood !== "refuses") listener.close();
      for (const each of open) close(each);
      await s3[Symbol.asyncDispose]();
    },
  };
}

async function cutAnswer(store: Deno.Conn, client: Deno.Conn): Promise<void> {
  const some = new Uint8Array(CUT_BYTES);
  const length = await store.read(some) ?? 0;
  await client.write(some.subarray(0, length));
}

async function refuse(client: Deno.Conn, status: 403 | 500): Promise<void> {
  const body = `<Error><Code>${CODES[status]}</Code></Error>`;
  await client.write(new TextEncoder().encode(
    `HTTP/1.1 ${status} No\r\nContent-Type: application/xml\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  ));
}
