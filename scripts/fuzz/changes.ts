/**
 * Inputs that are nearly right: a good one with a few things changed. Changes
 * are values like any other, so that a failing input shrinks back to the good
 * one, change by change.
 *
 * @module
 */
import fc from "fast-check";
import { isObject } from "../../src/schema/value.ts";
import { oddName, oddText, oddValue } from "./odd_values.ts";

const MAX_CHANGES = 2;

interface TextChange {
  readonly at: number;
  readonly removed: number;
  readonly added: string;
}

const textChange: fc.Arbitrary<TextChange> = fc.record({
  at: fc.nat(10_000),
  removed: fc.nat(4),
  added: fc.oneof(
    fc.constant(""),
    oddText,
    fc.string({ minLength: 1, maxLength: 1 }),
    fc.nat(0xffff).map((code) => String.fromCharCode(code)),
  ),
});

function changeText(text: string, { at, removed, added }: TextChange): string {
  const from = at % (text.length + 1);
  return text.slice(0, from) + added + text.slice(from + removed);
}

/** Texts with up to so many changes. */
export function changedText(
  texts: fc.Arbitrary<string>,
  maxLength = MAX_CHANGES,
): fc.Arbitrary<string> {
  return fc.tuple(texts, fc.array(textChange, { maxLength }))
    .map(([text, changes]) => changes.reduce(changeText, text));
}

interface JsonChange {
  /** Which child to go into, at each level. */
  readonly path: readonly number[];
  readonly kind: "replace" | "remove" | "add" | "rename" | "edit";
  readonly name: string;
  readonly value: unknown;
  readonly text: TextChange;
}

const jsonChange: fc.Arbitrary<JsonChange> = fc.record({
  path: fc.array(fc.nat(20), { maxLength: 5 }),
  kind: fc.constantFrom("replace", "remove", "add", "rename", "edit"),
  name: oddName,
  value: oddValue,
  text: textChange,
});

function changeJson(value: unknown, change: JsonChange): unknown {
  const { path: [step, ...path], kind } = change;
  const entries = isObject(value) || Array.isArray(value)
    ? Object.entries(value)
    : [];
  if (step === undefined || entries.length === 0) {
    if (kind === "edit" && typeof value === "string") {
      return changeText(value, change.text);
    }
    if (kind === "edit" && typeof value === "number") {
      return value + change.text.at - change.text.removed;
    }
    return change.value;
  }
  const at = step % entries.length;
  const [name = "", child] = entries[at] ?? [];
  const isLast = path.length === 0;
  const changed = isLast && kind === "remove"
    ? entries.toSpliced(at, 1)
    : isLast && kind === "add"
    ? [...entries, [change.name, change.value] as const]
    : isLast && kind === "rename"
    ? entries.with(at, [change.name, child])
    : entries.with(at, [name, changeJson(child, { ...change, path })]);
  return Array.isArray(value)
    ? changed.map(([, item]) => item)
    : Object.fromEntries(changed);
}

/** JSON values with up to so many changes, anywhere inside them. */
export function changedJson(
  values: fc.Arbitrary<unknown>,
  maxLength = MAX_CHANGES,
): fc.Arbitrary<unknown> {
  return fc.tuple(values, fc.array(jsonChange, { maxLength }))
    .map(([value, changes]) => changes.reduce(changeJson, value));
}

interface BytesChange {
  readonly at: number;
  readonly removed: number;
  readonly added: Uint8Array;
  /** Flips bits of the byte there. */
  readonly xor: number;
}

const bytesChange: fc.Arbitrary<BytesChange> = fc.record({
  at: fc.nat(1_000_000),
  removed: fc.oneof(fc.constant(0), fc.nat(32)),
  added: fc.oneof(
    fc.constant(new Uint8Array()),
    fc.constantFrom(0, 10, 13, 32, 58, 123, 255).map((b) => Uint8Array.of(b)),
    fc.uint8Array({ maxLength: 32 }),
  ),
  xor: fc.oneof(fc.constant(0), fc.nat(255)),
});

function changeBytes(
  bytes: Uint8Array,
  { at, removed, added, xor }: BytesChange,
): Uint8Array {
  const from = at % (bytes.length + 1);
  const tail = bytes.slice(from + removed);
  if (tail.length > 0) tail[0] = (tail[0] ?? 0) ^ xor;
  return joined(bytes.subarray(0, from), added, tail);
}

/** Bytes with up to so many changes: flipped, put in or taken out. */
export function changedBytes(
  values: fc.Arbitrary<Uint8Array>,
  { minLength = 0, maxLength = MAX_CHANGES }: {
    readonly minLength?: number;
    readonly maxLength?: number;
  } = {},
): fc.Arbitrary<Uint8Array<ArrayBuffer>> {
  return fc.tuple(values, fc.array(bytesChange, { minLength, maxLength }))
    .map(([bytes, changes]) =>
      new Uint8Array(changes.reduce(changeBytes, bytes))
    );
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
