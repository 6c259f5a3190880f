// deno-lint-ignore-file no-console -- the demo talks to a person

const colours = Deno.stdout.isTerminal() && !Deno.noColor;

function paint(code: number, text: string): string {
  return colours ? `\x1b[${code}m${text}\x1b[0m` : text;
}

/** Announces a step. */
export function step(title: string): void {
  console.log(`\n${paint(1, title)}`);
}

/** Says something about a step. */
export function say(text: string): void {
  console.log(text.replaceAll(/^/gm, "  "));
}

/** Says something in passing. */
export function whisper(text: string): void {
  say(paint(2, text));
}

/** Says what went well. */
export function good(text: string): void {
  say(paint(32, text));
}

/** Says what to notice. */
export function warn(text: string): void {
  say(paint(33, text));
}
