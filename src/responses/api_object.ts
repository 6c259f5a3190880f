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

/** The fields of an object; none for what is no object. */
export function fieldsOf(value: unknown): ApiObject {
  return isObject(value) ? value : {};
}
