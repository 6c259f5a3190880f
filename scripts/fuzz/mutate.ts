import { isObject } from "../../src/schema/value.ts";
import type { Random } from "./random.ts";

/** Names that mean something to JavaScript, and other people's arguments. */
const ODD_NAMES: readonly string[] = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "",
  "0",
  "length",
  "_meta",
  "id",
  "x".repeat(300),
  "日本語",
];

/** Texts that break what is careless with texts. */
export const ODD_TEXTS: readonly string[] = [
  "",
  " ",
  "\u0000",
  "\ufeff",
  "\u2028",
  "\ud800",
  "é漢😀",
  "null",
  "true",
  "5",
  "-0",
  "1e400",
  "../../etc/passwd",
  "C:\\x",
  "%2e%2e/",
  "__proto__",
  "a\r\nContent-Length: 2\r\n\r\n{}",
  "sk-looks-like-a-key-0123456789",
  "x".repeat(5000),
];

/** A value of any JSON type, mostly on an edge. */
export function oddValue(random: Random, depth = 0): unknown {
  switch (random.int(depth > 2 ? 5 : 8)) {
    case 0:
      return null;
    case 1:
      return random.oneIn(2);
    case 2:
      return random.pick(ODD_TEXTS);
    case 3:
      return random.pick([
        0,
        -0,
        -1,
        1.5,
        5,
        101,
        2 ** 31,
        2 ** 53,
        -(2 ** 63),
        1e308,
      ]);
    case 4:
      return random.int(1000);
    case 5:
      return random.list(random.int(4), () => oddValue(random, depth + 1));
    case 6:
      return withEntries(
        random.list(random.int(4), () => [
          random.pick(ODD_NAMES),
          oddValue(random, depth + 1),
        ]),
      );
    default:
      return nested(random.pick([1, 5, 60]), random.oneIn(2));
  }
}

/** Lists or objects in one another. */
function nested(depth: number, lists: boolean): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = lists ? [value] : { a: value };
  return value;
}

/** An object with own properties of any name, `__proto__` among them. */
export function withEntries(
  entries: readonly (readonly [string, unknown])[],
): Record<string, unknown> {
  return Object.fromEntries(entries);
}

/** The value with one thing changed, somewhere inside it. */
export function mutateJson(random: Random, value: unknown): unknown {
  if (random.oneIn(4)) return oddValue(random);
  if (Array.isArray(value) && value.length > 0) {
    const at = random.int(value.length);
    if (random.oneIn(4)) return value.toSpliced(at, 1);
    if (random.oneIn(4)) return [...value, value[at]];
    return value.with(at, mutateJson(random, value[at]));
  }
  if (isObject(value) && Object.keys(value).length > 0) {
    return mutateObject(random, Object.entries(value));
  }
  if (typeof value === "string") return mutateText(random, value);
  if (typeof value === "number") return value + random.pick([1, -1, 0.5, 1e9]);
  return oddValue(random);
}

function mutateObject(
  random: Random,
  entries: [string, unknown][],
): Record<string, unknown> {
  const at = random.int(entries.length);
  const [name, value] = entries[at] ?? ["", null];
  switch (random.int(6)) {
    case 0:
      return withEntries(entries.toSpliced(at, 1));
    case 1:
      return withEntries([
        ...entries,
        [random.pick(ODD_NAMES), oddValue(random)],
      ]);
    case 2:
      return withEntries(entries.with(at, [random.pick(ODD_NAMES), value]));
    default:
      return withEntries(entries.with(at, [name, mutateJson(random, value)]));
  }
}

/** A text with one thing changed. */
export function mutateText(random: Random, text: string): string {
  const at = random.int(text.length + 1);
  const rest = text.slice(at);
  switch (random.int(4)) {
    case 0:
      return text.slice(0, at) + random.pick(ODD_TEXTS) + rest;
    case 1:
      return text.slice(0, at) + rest.slice(1 + random.int(4));
    case 2:
      return text.slice(0, at) + rest + text.slice(0, random.int(40));
    default:
      return text.slice(0, at) +
        String.fromCharCode(random.int(random.pick([128, 65536]))) +
        rest.slice(1);
  }
}

/** Bytes with one thing changed: flipped, put in, taken out or doubled. */
export function mutateBytes(random: Random, bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) return new Uint8Array([random.int(256)]);
  const at = random.int(bytes.length);
  const length = 1 + random.int(random.pick([1, 4, 32]));
  const [head, tail] = [bytes.slice(0, at), bytes.slice(at)];
  switch (random.int(5)) {
    case 0:
      return bytes.with(at, (bytes[at] ?? 0) ^ (1 << random.int(8)));
    case 1:
      return bytes.with(at, random.pick([0, 10, 13, 32, 58, 123, 255]));
    case 2:
      return joined(head, tail.slice(length));
    case 3:
      return joined(head, tail.slice(0, length), tail);
    default:
      return joined(
        head,
        Uint8Array.from(random.list(length, () => random.int(256))),
        tail,
      );
  }
}

/** Byte strings one after another. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
