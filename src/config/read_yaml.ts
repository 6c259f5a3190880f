import { FileError, type Runtime } from "../runtime/runtime.ts";
import { validate } from "../schema/validate.ts";
import { isObject } from "../schema/value.ts";
import { directoryOf } from "../text/path.ts";
import { show } from "../text/show.ts";
import { ConfigError, type Draft, isSetting } from "./draft.ts";
import { nearest } from "../text/nearest.ts";
import { eachPath, resolvePath, type UserRuntime } from "./paths.ts";
import { removedKey } from "./removed.ts";
import { SETTINGS } from "./schema.ts";
import type { Setting, SettingGroup } from "./setting.ts";
import { parseYaml, type YamlFile } from "./yaml_file.ts";

const SECRET_NAME = /^(api_?key|token|secret)$/i;
const SECRET_VALUE = /^sk-/;

/** A header of such a name may name a variable that holds the secret. */
function isReference(value: unknown): boolean {
  return typeof value === "string" && /^\$\{\w+\}$/.test(value);
}

/** Reads a YAML file into the draft. */
export function readYaml(
  draft: Draft,
  path: string,
  runtime: UserRuntime & Pick<Runtime, "files">,
): void {
  let text: string;
  try {
    text = new TextDecoder().decode(runtime.files.readTrustedSync(path));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const reason = error.kind === "is_a_directory"
      ? "it is a directory; give the path of a YAML file"
      : error.message;
    throw new ConfigError([`cannot read ${path}: ${reason}`]);
  }
  new YamlReader(draft, parseYaml(text, path), runtime).read();
}

class YamlReader {
  readonly #draft: Draft;
  readonly #file: YamlFile;
  readonly #runtime: UserRuntime;

  constructor(draft: Draft, file: YamlFile, runtime: UserRuntime) {
    this.#draft = draft;
    this.#file = file;
    this.#runtime = runtime;
  }

  read(): void {
    const secrets = this.#draft.problems.length;
    this.#findSecrets(this.#file.value, []);
    // A secret's error must not be followed by one that shows its value.
    if (this.#draft.problems.length > secrets) return;
    this.#group(SETTINGS, this.#file.value, []);
  }

  #group(group: SettingGroup, value: unknown, path: readonly string[]): void {
    // `policy:` with every line below it commented out.
    if (value === null || value === undefined) return;
    if (!isObject(value)) {
      this.#problem(path, `is ${show(value)}, wanted a mapping of keys`);
      return;
    }
    for (const [name, child] of Object.entries(value)) {
      const at = [...path, name];
      const entry = Object.hasOwn(group, name) ? group[name] : undefined;
      if (entry === undefined) this.#unknown(group, at);
      else if (isSetting(entry)) this.#setting(entry, child, at);
      else this.#group(entry, child, at);
    }
  }

  #setting(setting: Setting, value: unknown, path: readonly string[]): void {
    if (value === null) return;
    const checked = validate<unknown>(setting, value);
    if (!checked.ok) {
      for (const issue of checked.issues) {
        const at = [...path, ...issue.path.map(String)];
        if (issue.known) this.#unknownKey(at, issue.known);
        else if (setting.secret) this.#problem(at, `must be ${issue.want}`);
        else this.#problem(at, `is ${issue.got}, wanted ${issue.want}`);
      }
      return;
    }
    const resolve = (path: string): string =>
      resolvePath(path, () => directoryOf(this.#file.path), this.#runtime);
    const final = setting.path
      ? eachPath(checked.value, setting.path, resolve)
      : checked.value;
    const { line, column } = this.#file.position(path);
    this.#draft.set(path, final, `yaml:${line}:${column}`);
  }

  #unknown(group: SettingGroup, path: readonly string[]): void {
    const removed = removedKey(path);
    if (removed !== undefined) {
      const { line, column } = this.#file.position(path);
      this.#draft.warnings.push(
        `${this.#file.path}:${line}:${column}: ${
          path.join(".")
        } no longer exists and is ignored: ${removed}`,
      );
      return;
    }
    this.#unknownKey(path, Object.keys(group));
  }

  #unknownKey(path: readonly string[], known: readonly string[]): void {
    const name = path.at(-1) ?? "";
    // As the documentation names keys, and as YAML does not.
    const [group = "", ...rest] = name.split(".");
    if (rest.length > 0 && known.includes(group)) {
      const nested = `${group}: { ${rest.join(": { ")}: …${
        " }".repeat(rest.length)
      }`;
      this.#problem(path, `is written with a dot; write ${nested}`);
      return;
    }
    const near = nearest(name, known);
    this.#problem(
      path,
      near
        ? `is not a known key; did you mean ${
          [...path.slice(0, -1), near].join(".")
        }?`
        : `is not a known key; known here: ${known.join(", ")}`,
    );
  }

  /** @param inside What holds the value, to notice an alias of one of them. */
  #findSecrets(
    value: unknown,
    path: readonly string[],
    inside: readonly unknown[] = [],
  ): void {
    const name = path.at(-1) ?? "";
    const secret = typeof value === "string" && SECRET_VALUE.test(value) ||
      SECRET_NAME.test(name) && value !== null && !isReference(value);
    if (secret) {
      this.#problem(
        path,
        "looks like a secret: keys are read from the environment only (openai.api_key_env names the variable); remove it from the file",
      );
    } else if (inside.includes(value)) {
      this.#problem(path, "is an alias of something that holds it");
    } else if (typeof value === "object" && value !== null) {
      for (const [key, child] of Object.entries(value)) {
        this.#findSecrets(child, [...path, key], [...inside, value]);
      }
    }
  }

  #problem(path: readonly string[], problem: string): void {
    const { line, column } = this.#file.position(path);
    const key = path.join(".") || "the file";
    this.#draft.problems.push(
      `${this.#file.path}:${line}:${column}: ${key} ${problem}`,
    );
  }
}
