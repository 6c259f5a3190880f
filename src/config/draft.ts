import { redact } from "../text/redact.ts";
import type { Issue } from "../schema/validate.ts";
import { type Config, SETTINGS } from "./schema.ts";
import type { Setting, SettingGroup } from "./setting.ts";

// What stands before the host of a URL, or before where its text was cut.
const USER_INFO = /:\/\/[^\s/@…"]{1,200}[@…]/g;

/** A configuration that cannot be used; the message lists every problem. */
export class ConfigError extends Error {
  /** Tells it from other errors. */
  override readonly name = "ConfigError";
  /** One line each. */
  readonly problems: readonly string[];

  /**
   * Makes one message of all problems. What looks like an API key is hidden,
   * as one may have been put into the wrong variable, and so is a password in
   * a URL.
   */
  constructor(problems: readonly string[]) {
    const shown = problems.map((problem) =>
      redact(problem, []).replace(USER_INFO, "://[redacted]@")
    );
    super(
      shown.length === 1
        ? `Cannot use the configuration: ${shown[0]}`
        : `Cannot use the configuration:\n- ${shown.join("\n- ")}`,
    );
    this.problems = shown;
  }
}

type Tree = Record<string, unknown>;

/**
 * The configuration while it is being put together: values, where each came
 * from, and what is wrong. Later sources are set over earlier ones.
 */
export class Draft {
  /** Problems that make the configuration unusable. */
  readonly problems: string[] = [];
  /** Things the user should know of, without consequences. */
  readonly warnings: string[] = [];
  /** Key to source, for what is not a default. */
  readonly keys = new Map<string, string>();
  readonly #root: Tree = defaultsOf(SETTINGS);

  /** Sets a key and remembers its source. */
  set(path: readonly string[], value: unknown, source: string): void {
    this.#parent(path)[path.at(-1) ?? ""] = value;
    this.keys.set(path.join("."), source);
  }

  /** Reads a key. */
  get(path: readonly string[]): unknown {
    return this.#parent(path)[path.at(-1) ?? ""];
  }

  /** Removes a key and all below it, and gives the sources they had. */
  remove(path: readonly string[]): string[] {
    delete this.#parent(path)[path.at(-1) ?? ""];
    const key = path.join(".");
    const removed = new Set<string>();
    for (const [name, source] of this.keys) {
      if (name !== key && !name.startsWith(`${key}.`)) continue;
      removed.add(source);
      this.keys.delete(name);
    }
    return [...removed];
  }

  /** Records what a value is refused for, without showing a secret one. */
  refuse(where: string, issues: readonly Issue[], secret = false): void {
    for (const { path, got, want } of issues) {
      const name = [where, ...path].join(".");
      this.problems.push(
        secret
          ? `${name} must be ${want}`
          : `${name} is ${got}, wanted ${want}`,
      );
    }
  }

  /** What holds a key: the defaults have every group from the start. */
  #parent(path: readonly string[]): Tree {
    let node = this.#root;
    for (const key of path.slice(0, -1)) node = node[key] as Tree;
    return node;
  }

  /** The finished configuration. */
  finish(): Config {
    if (this.problems.length > 0) throw new ConfigError(this.problems);
    return this.#root as unknown as Config;
  }
}

/** Calls `visit` for every key, in order. */
export function forEachSetting(
  group: SettingGroup,
  visit: (path: readonly string[], setting: Setting) => void,
  prefix: readonly string[] = [],
): void {
  for (const [name, entry] of Object.entries(group)) {
    const path = [...prefix, name];
    if (isSetting(entry)) visit(path, entry);
    else forEachSetting(entry, visit, path);
  }
}

function defaultsOf(group: SettingGroup): Tree {
  const tree: Tree = {};
  for (const name of Object.keys(group)) {
    const entry = group[name];
    if (entry) {
      tree[name] = isSetting(entry) ? clone(entry.default) : defaultsOf(entry);
    }
  }
  return tree;
}

/** Copies JSON; `structuredClone` would load half of the event system. */
export function clone(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clone);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, clone(child)]),
  );
}

/** A complete configuration with nothing but the defaults. */
export function defaultConfig(): Config {
  return new Draft().finish();
}

/** Tells a key from a group of keys. */
export function isSetting(entry: Setting | SettingGroup): entry is Setting {
  return typeof entry.description === "string";
}
