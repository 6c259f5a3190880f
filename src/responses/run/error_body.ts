import { type ApiObject, fieldsOf, objectsIn, textIn } from "./api_object.ts";

/**
 * Puts the body of an error into the API's form, `{error: {message}}`. Some
 * servers send the fields bare, others what was wrong as `detail`; of that only
 * the words are taken, as it may quote the request.
 */
export function inApiForm(body: unknown): ApiObject {
  const fields = fieldsOf(body);
  if ("error" in fields) return fields;
  const message = textIn(fields.message) ?? textIn(fields.detail) ??
    textIn(wordsIn(fields.detail).join("; "));
  if (message === undefined) return fields;
  const { code, param, type } = fields;
  return { error: { message, code, param, type } };
}

function wordsIn(detail: unknown): string[] {
  return objectsIn(detail).flatMap((item) => textIn(item.msg) ?? []);
}
