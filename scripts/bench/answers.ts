import { isObject } from "../../src/schema/value.ts";

/** What a result must be, for a figure to count. */
export type Expected = keyof typeof RESULTS;

type Fields = Readonly<Record<string, unknown>>;

const RESULTS = {
  "anything": (): boolean => true,
  "a session": ({ protocolVersion, serverInfo }: Fields): boolean =>
    typeof protocolVersion === "string" && isObject(serverInfo),
  "tools": ({ tools }: Fields): boolean =>
    Array.isArray(tools) && tools.length > 0,
} as const;

/** Answers that a server gave. */
export interface Answers {
  /** Throws unless each id has one answer, and each is what it should be. */
  check(ids: readonly number[], expected: Expected): void;
}

/**
 * Reads lines as answers. This is done after the clock has been stopped: speed
 * counts only for servers that answer, each request once, with a result.
 */
export function answersIn(
  chunks: readonly Uint8Array[],
  server: string,
): Answers {
  return {
    check(ids, expected) {
      const missing = new Set(ids);
      for (const line of linesIn(chunks)) {
        const { id, result } = Object(parse(line, server)) as Fields;
        const said = line.slice(0, 200);
        if (typeof id !== "number" || !missing.delete(id)) {
          throw new Error(`${server} answered what was not asked: ${said}`);
        }
        if (!isObject(result) || !RESULTS[expected](result)) {
          throw new Error(`${server} did not answer with ${expected}: ${said}`);
        }
      }
      if (missing.size === 0) return;
      const [first] = missing;
      throw new Error(
        `${server} left ${missing.size} requests open, the first is ${first}`,
      );
    },
  };
}

function linesIn(chunks: readonly Uint8Array[]): string[] {
  const decoder = new TextDecoder();
  const texts = chunks.map((chunk) => decoder.decode(chunk, { stream: true }));
  return texts.join("").split("\n").filter((line) => line !== "");
}

function parse(line: string, server: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    const said = JSON.stringify(line.slice(0, 200));
    throw new Error(`${server} wrote what is no message: ${said}`, {
      cause: error,
    });
  }
}
