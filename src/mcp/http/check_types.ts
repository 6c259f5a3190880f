import { show } from "../../text/show.ts";
import { Refusal } from "./refusal.ts";

/**
 * Holds a POST to what the specification demands of its types.
 *
 * @throws {Refusal} 415 and 406
 */
export function checkTypes(headers: Headers): void {
  const type = headers.get("content-type") ?? "";
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new Refusal(
      415,
      "media_type",
      `Content-Type is ${show(type)}, wanted application/json`,
    );
  }
  const accept = headers.get("accept") ?? "";
  if (
    accepts(accept, "application/json") && accepts(accept, "text/event-stream")
  ) {
    return;
  }
  throw new Refusal(
    406,
    "not_acceptable",
    `Accept is ${show(accept)}, wanted application/json, text/event-stream`,
  );
}

function accepts(header: string, type: string): boolean {
  const [main = ""] = type.split("/");
  return header.split(",").some((range) => {
    const [name = ""] = range.split(";");
    const wanted = name.trim().toLowerCase();
    return wanted === type || wanted === "*/*" || wanted === `${main}/*`;
  });
}
