// deno-lint-ignore-file no-console -- the demo talks to a person
import { wrapTo } from "../../src/text/width.ts";

const colours = Deno.stdout.isTerminal() && !Deno.noColor;
const COLUMNS = 80;
const INDENT = "  ";

function paint(code: number, text: string): string {
  return colours ? `\x1b[${code}m${text}\x1b[0m` : text;
}

/** Announces a step. */
export function step(title: string): void {
  console.log(
    `\n${wrapTo(title, COLUMNS).map((line) => paint(1, line)).join("\n")}`,
  );
}

/** Says something about a step. */
export function say(text: string): void {
  indented(text);
}

/** Shows a text as it is. */
export function quote(text: string): void {
  console.log(text);
}

/** Says something in passing. */
export function whisper(text: string): void {
  indented(text, 2);
}

/** Says what went well. */
export function good(text: string): void {
  indented(text, 32);
}

/** Says what to notice. */
export function warn(text: string): void {
  indented(text, 33);
}

function indented(text: string, code?: number): void {
  for (const line of wrapTo(text, COLUMNS - INDENT.length)) {
    const painted = code === undefined ? line : paint(code, line);
    console.log(line === "" ? "" : INDENT + painted);
  }
}
