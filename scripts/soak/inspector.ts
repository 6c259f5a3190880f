import { until, within } from "../../tests/kit/within.ts";

/** The memory of a process after a collection, in MiB. */
export interface Memory {
  readonly heap: number;
  /** What typed arrays hold outside the heap. */
  readonly buffers: number;
  /** Entries of all maps and sets together. */
  readonly entries: number;
  /** Items of all lists together. */
  readonly items: number;
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

  async function send<T>(method: string, params: object): Promise<T> {
    const id = ++count;
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const { data } = await event(socket, "message") as MessageEvent<string>;
      const message = JSON.parse(data);
      if (message.id === id) return message.result;
    }
  }

  function call<T>(method: string, params: object = {}): Promise<T> {
    return within(PATIENCE_MS, method, send<T>(method, params));
  }

  /** Adds up a member of all objects of a kind that are alive. */
  async function sum(kind: string, member: string): Promise<number> {
    const objectGroup = "sum";
    const prototype = await call<{ result: { objectId: string } }>(
      "Runtime.evaluate",
      { expression: `${kind}.prototype`, objectGroup },
    );
    const { objects } = await call<{ objects: { objectId: string } }>(
      "Runtime.queryObjects",
      { prototypeObjectId: prototype.result.objectId, objectGroup },
    );
    const { result } = await call<{ result: { value: number } }>(
      "Runtime.callFunctionOn",
      {
        objectId: objects.objectId,
        // The prototype of a derived kind is among them, and has no size.
        functionDeclaration: `function () {
          let sum = 0;
          for (const one of this) {
            if (!Object.hasOwn(one, "constructor")) sum += one.${member};
          }
          return sum;
        }`,
        returnByValue: true,
      },
    );
    await call("Runtime.releaseObjectGroup", { objectGroup });
    return result.value;
  }

  return {
    async measure() {
      await call("HeapProfiler.collectGarbage");
      const { usedSize, backingStorageSize } = await call<
        { usedSize: number; backingStorageSize: number }
      >("Runtime.getHeapUsage");
      return {
        heap: usedSize / MIB,
        buffers: backingStorageSize / MIB,
        entries: await sum("Map", "size") + await sum("Set", "size"),
        items: await sum("Array", "length"),
      };
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
