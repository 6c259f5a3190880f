import { outsideCode } from "./code_mask.ts";

// Models sometimes leave the raw marks of their citations in the text, whole or
// without the private characters around them. They name results of a search by
// their place in it, which nobody else can look up.
const MARKERS: readonly RegExp[] = [
  / ?\uE200[^\uE200\uE201]{0,200}\uE201/g,
  / ?\uE200?\b(?:file|nav)?cite[\uE202 ]?turn\d{1,4}[a-z]{3,12}[\w\uE202]{1,400}\uE201?/g,
  / ?[[(【]turn\d{1,4}[a-z]{3,12}\d{1,4}[\w,; ]{0,200}[\])】]/g,
  / ?【[^【】†\n]{1,40}†[^【】\n]{0,120}】/g,
  / ?:contentReference\[oaicite:\d{1,4}\](?:\{index=\d{1,4}\})?/g,
  / ?\[oaicite:\d{1,4}\]/g,
];

/** Removes raw citation marks from the prose of an answer. */
export function removeMarkers(text: string): string {
  if (!/[\uE200†]|turn\d|oaicite/.test(text)) return text;
  return outsideCode(
    text,
    (part) => MARKERS.reduce((rest, mark) => rest.replace(mark, ""), part),
  );
}
