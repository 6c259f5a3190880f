/** A server that accepts connections and never says a word. */
export interface SilentServer extends AsyncDisposable {
  /** For `openai.base_url`. */
  readonly baseUrl: string;
  /** How many connections were made. */
  readonly connections: number;
  /** On how many of them a request has begun to arrive. */
  readonly requests: number;
  /** From now on closes each connection at its first byte. */
  hangUp(): void;
  /** Settles when a request has begun to arrive on so many connections. */
  received(count: number): Promise<void>;
  /** Settles when clients have closed so many connections. */
  closed(count: number): Promise<void>;
}

/** Starts a silent server on a free port. */
export function startSilentServer(): SilentServer {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  const count = { connections: 0, received: 0, closed: 0 };
  let watchers: (() => void)[] = [];
  let hangingUp = false;

  async function until(key: keyof typeof count, min: number): Promise<void> {
    while (count[key] < min) {
      await new Promise<void>((resolve) => watchers.push(resolve));
    }
  }
  function tell(key: keyof typeof count): void {
    count[key]++;
    const told = watchers;
    watchers = [];
    for (const watch of told) watch();
  }

  async function listen(connection: Deno.Conn): Promise<void> {
    open.add(connection);
    tell("connections");
    const buffer = new Uint8Array(65_536);
    let told = false;
    try {
      while (await connection.read(buffer) !== null) {
        if (!told) tell("received");
        told = true;
        if (hangingUp) break;
      }
    } catch (error) {
      // A reset is a close too, and so is our own.
      if (!(error instanceof Error)) throw error;
    }
    if (!open.delete(connection)) return;
    connection.close();
    tell("closed");
  }

  const done = (async (): Promise<void> => {
    const all: Promise<void>[] = [];
    for await (const connection of listener) all.push(listen(connection));
    await Promise.all(all);
  })();
  return {
    baseUrl: `http://127.0.0.1:${listener.addr.port}/v1`,
    get connections(): number {
      return count.connections;
    },
    get requests(): number {
      return count.received;
    },
    hangUp: () => void (hangingUp = true),
    received: (min) => until("received", min),
    closed: (min) => until("closed", min),
    async [Symbol.asyncDispose](): Promise<void> {
      listener.close();
      for (const connection of open) {
        open.delete(connection);
        connection.close();
      }
      await done;
    },
  };
}
