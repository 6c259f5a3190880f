import { until, within } from "../faults/within.ts";

/** The memory of a process after a collection, in MiB. */
export interface Memory {
  readonly heap: number;
  /** What typed arrays hold outside the heap. */
  readonly buffers: number;
}

/** The debugger's side of a process that runs with {@linkcode INSPECT}. */
export interface Inspector {
  /** Collects all garbage, then measures. */
  measure(): Promise<Memory>;
  close(): Promise<void>;
}

/** Lets a debugger connect, on a port of the system's choice. */
export const INSPECT = "--inspect=127.0.0.1:0";

const PATIENCE_MS = 30_000;
const MIB = 2 ** 20;

/** Connects to a process, whose standard error tells where. */
export async function connectInspector(
  stderr: () => string,
): Promise<Inspector> {
  let url: string | undefined;
  await until(PATIENCE_MS, "the debugger's address", () => {
    url = /listening on (ws:\S+)/.exec(stderr())?.[1];
    return url !== undefined;
  });
  const socket = new WebSocket(url ?? "");
  await within(PATIENCE_MS, "the debugger", event(socket, "open"));
  let count = 0;

  async function call(method: string): Promise<Record<string, number>> {
    const id = ++count;
    socket.send(JSON.stringify({ id, method }));
    for (;;) {
      const { data } = await event(socket, "message") as MessageEvent<string>;
      const message = JSON.parse(data);
      if (message.id === id) return message.result;
    }
  }

  return {
    async measure() {
      await within(PATIENCE_MS, "GC", call("HeapProfiler.collectGarbage"));
      const { usedSize = NaN, backingStorageSize = NaN } = await within(
        PATIENCE_MS,
        "the size of the heap",
        call("Runtime.getHeapUsage"),
      );
      return { heap: usedSize / MIB, buffers: backingStorageSize / MIB };
    },
    async close() {
      const closed = event(socket, "close");
      socket.close();
      await within(PATIENCE_MS, "the end of the debugger", closed);
    },
  };
}

/** What a process wrote itself, without what its debugger did. */
export function withoutInspector(stderr: string): string {
  return stderr.replace(/^(Debugger |Visit chrome:).*\n/gm, "");
}

function event(target: EventTarget, name: string): Promise<Event> {
  return new Promise((resolve) => {
    target.addEventListener(name, resolve, { once: true });
  });
}
