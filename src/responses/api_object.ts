import { isObject } from "../schema/value.ts";

/**
 * An object as a server sent it. Servers other than OpenAI's leave fields out
 * or fill them otherwise, so nothing is believed before it was looked at.
 */
export type ApiObject = Readonly<Record<string, unknown>>;

/** The objects in a list; none if the value is not a list. */
export function objectsIn(value: unknown): ApiObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A text that is not blank, without halves of characters. */
export function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== ""
    ? value.toWellFormed()
    : undefined;
}

/** A text on one line, as names are: its white space is single spaces. */
export function lineIn(value: unknown): string | undefined {
  return textIn(value)?.trim().replace(/\s+/g, " ");
}

/** A finite number. */
export function numberIn(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value)
    ? value
    : undefined;
}

// The first second of the year 10000, which no date here can name.
const END_OF_TIME = 253_402_300_800;

/** A time in seconds, in milliseconds; none where a server counts otherwise. */
export function timeIn(value: unknown): number | undefined {
  const seconds = numberIn(value) ?? -1;
  return seconds >= 0 && seconds < END_OF_TIME ? seconds * 1000 : undefined;
}

/** The fields of an object; none for what is no object. */
export function fieldsOf(value: unknown): ApiObject {
  return isObject(value) ? value : {};
}
