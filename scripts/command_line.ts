import { statSync } from "node:fs";
import { parseArgs, type ParseArgsConfig } from "node:util";

/** Prints a line. */
export function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
}

/** Tells on standard error how far something is that takes its time. */
export function progress(line: string): void {
  const seconds = Math.round(performance.now() / 1000);
  const text = `… ${line} (after ${seconds} s)\n`;
  Deno.stderr.writeSync(new TextEncoder().encode(text));
}

/** All that a command has printed. */
export function printedBy({ stdout, stderr }: Deno.CommandOutput): string {
  const decoder = new TextDecoder();
  return decoder.decode(stdout) + decoder.decode(stderr);
}

/** Says what is wrong with the command line, and how to use it; exit code 2. */
export function refuse(problem: string, usage: string): never {
  Deno.stderr.writeSync(new TextEncoder().encode(`${problem}\n${usage}\n`));
  Deno.exit(2);
}

/** Takes a whole number; any other text ends the script. */
export function wholeNumber(
  option: string,
  given: string,
  usage: string,
  least = 1,
): number {
  const number = /^\d+$/.test(given) ? Number(given) : NaN;
  if (Number.isSafeInteger(number) && number >= least) return number;
  const wanted = `wanted a whole number of at least ${least}`;
  return refuse(`--${option} is ${given}, ${wanted}`, usage);
}

/** Takes the path of a directory; any other ends the script. */
export function directoryAt(path: string, usage: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isDirectory() ? path : refuse(`No directory ${path}`, usage);
}

/**
 * Reads a script's command line; whatever is wrong with it ends the script, and
 * so does `--help`.
 */
export function readArgs<const C extends ParseArgsConfig>(
  config: C,
  usage: string,
): ReturnType<typeof parseArgs<C>> {
  if (Deno.args.includes("--help")) {
    print(usage);
    Deno.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : `${error}`, usage);
  }
}
