import { UsageError } from "./args.ts";

/**
 * The options of a command: whether each takes a value. An `optional` one takes
 * it with `=` only; what follows it otherwise is a positional argument.
 */
export type CommandOptions = Readonly<
  Record<`--${string}`, "value" | "flag" | "optional">
>;

/** A command's arguments, sorted out. */
export interface CommandArgs {
  readonly positional: readonly string[];
  /** Whether a flag was given. */
  has(name: string): boolean;
  /** The last value of an option. */
  get(name: string): string | undefined;
  /** Every value of an option, in order. */
  all(name: string): readonly string[];
  /** The last value of an option as a whole number. */
  integer(name: string): number | undefined;
}

/**
 * Sorts a command's arguments: `--name value`, `--name=value` and, after `--`,
 * nothing but positional ones.
 *
 * @throws {UsageError} for what the command does not know.
 */
export function readCommandArgs(
  args: readonly string[],
  options: CommandOptions,
): CommandArgs {
  const positional: string[] = [];
  const given = new Map<string, string[]>();
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === "--") {
      positional.push(...rest.splice(0));
    } else if (arg.startsWith("-") && arg !== "-") {
      const equals = arg.indexOf("=");
      const name = equals < 0 ? arg : arg.slice(0, equals);
      const inline = equals < 0 ? undefined : arg.slice(equals + 1);
      const value = optionValue(name, { options, inline, rest });
      given.set(name, [...given.get(name) ?? [], value]);
    } else positional.push(arg);
  }
  const all = (name: string): readonly string[] => given.get(name) ?? [];
  return {
    positional,
    has: (name) => given.has(name),
    get: (name) => all(name).at(-1),
    all,
    integer(name) {
      const value = all(name).at(-1);
      if (value === undefined) return undefined;
      if (/^\d{1,15}$/.test(value)) return Number(value);
      throw new UsageError(
        `Option ${name} needs a whole number, got ${JSON.stringify(value)}`,
      );
    },
  };
}

function optionValue(
  name: string,
  { options, inline, rest }: {
    options: CommandOptions;
    inline: string | undefined;
    rest: string[];
  },
): string {
  const kind = Object.hasOwn(options, name)
    ? options[name as `--${string}`]
    : undefined;
  if (kind === undefined) throw new UsageError(`Unknown option ${name}`, name);
  if (kind === "optional") return inline ?? "";
  if (kind === "flag") {
    if (inline === undefined) return "";
    throw new UsageError(`Option ${name} takes no value`);
  }
  const value = inline ?? rest.shift();
  if (value !== undefined) return value;
  throw new UsageError(`Option ${name} needs a value`);
}
