import fc from "fast-check";
import { ConfigError, forEachSetting } from "../../src/config/draft.ts";
import { loadConfig, type LoadedConfig } from "../../src/config/load.ts";
import { SETTINGS } from "../../src/config/schema.ts";
import { settingVariables } from "../../src/config/variables.ts";
import type { Schema } from "../../src/schema/schema.ts";
import { validate } from "../../src/schema/validate.ts";
import { isObject } from "../../src/schema/value.ts";
import { fakeRuntime } from "../../tests/kit/fake_runtime.ts";
import { changedJson, changedText } from "./changes.ts";
import { fromSchema } from "./from_schema.ts";
import { ODD_TEXTS } from "./odd_values.ts";
import type { Target, Verdict } from "./target.ts";

/** A machine's configuration. */
export interface ConfigInput {
  readonly yaml: string | null;
  readonly env: Readonly<Record<string, string>>;
}

/** What must not be seen in any message; it looks like a real key. */
const SECRET = "sk-fuzz-0123456789abcdefghijklmnop";

const PIECES: readonly string[] = [
  "a: &a [x, x]\nb: &b [*a, *a, *a]\nc: &c [*b, *b, *b]\nd: [*c, *c]\n",
  "<<: {server: {debug: true}}\n",
  "__proto__: {polluted: true}\n",
  "server: {__proto__: {polluted: true}, constructor: {prototype: 1}}\n",
  "? [complex, key]\n: value\n",
  "server: !!binary aGVsbG8=\n",
  "openai: !custom {base_url: x}\n",
  "request: {timeout_ms: 0x10, max_retries: 1_000}\n",
  "---\na: 1\n---\nb: 2\n",
  "%YAML 1.1\n---\nserver: {debug: yes}\n",
  "\t- tabs\n",
  "policy: *missing\n",
  "&self a: *self\n",
  "server: {tools: [answer, answer, [iris]]}\n",
  "model_profiles: {answer_quick: {model: m}}\n",
  `${SECRET}: 1\n`,
  `openai: {base_url: "Bearer ${SECRET}"}\n`,
  `openai: {api_key: ${SECRET}}\n`,
  `request: "${SECRET}\n`,
];

/** Every variable, and what it takes. */
const VARIABLES: readonly (readonly [name: string, Schema])[] = [
  ...settingVariables().map(({ name, schema }) => [name, schema] as const),
  ["ORMCP_MODEL", { type: "string" }],
  ["DEBUG", { type: "string" }],
  ["REQUERY_ATTEMPTS", { type: "string" }],
];

const TEXTS: readonly string[] = [
  ...ODD_TEXTS,
  SECRET,
  "https://example.com/v1",
  "Asia/Tokyo",
  "example.com",
  "1",
  "0.5",
  "true",
  "answer",
  "~/x.log",
];

/**
 * Configurations: a valid one, or an error that names the fault; never another
 * exception, a secret in a message or a changed prototype.
 */
export const configTarget: Target<ConfigInput> = {
  name: "config",
  unit: "configurations",
  open: () => ({ inputs: configInput(), check: checkConfig }),
};

/** As a variable has it: JSON, where a value is not a word or a list of them. */
function asText(value: unknown): string {
  return isObject(value) ? JSON.stringify(value) : String(value);
}

const text = fc.constantFrom(...TEXTS);

function configInput(): fc.Arbitrary<ConfigInput> {
  const variable = fc.oneof(
    ...VARIABLES.map(([name, schema]) =>
      fc.tuple(
        fc.constant(name),
        fc.oneof(
          { weight: 2, arbitrary: fromSchema(schema, TEXTS).map(asText) },
          text,
        ),
      )
    ),
  );
  const pieces = fc.array(fc.constantFrom(...PIECES), {
    minLength: 1,
    maxLength: 3,
  }).map((parts) => parts.join(""));
  const yaml = fc.oneof(
    pieces,
    { weight: 2, arbitrary: changedJson(tree()).map((value) => toYaml(value)) },
  );
  return fc.record({
    env: fc.array(variable, { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
    yaml: fc.oneof(
      fc.constant(null),
      { weight: 3, arbitrary: yaml },
      changedText(yaml),
    ),
  });
}

/** A few settings, each with a value that its schema may accept. */
function tree(): fc.Arbitrary<Record<string, unknown>> {
  const settings: fc.Arbitrary<readonly [readonly string[], unknown]>[] = [];
  forEachSetting(SETTINGS, (path, setting) => {
    const values = fromSchema(setting, TEXTS);
    settings.push(values.map((value) => [path, value] as const));
  });
  return fc.array(fc.oneof(...settings), { maxLength: 12 }).map((chosen) => {
    const root: Record<string, unknown> = {};
    for (const [path, value] of chosen) {
      let node = root;
      for (const key of path.slice(0, -1)) {
        node = (node[key] ??= {}) as Record<string, unknown>;
      }
      node[path.at(-1) ?? ""] = value;
    }
    return root;
  });
}

/** Block style for the outer levels, JSON inside: both are YAML. */
function toYaml(value: unknown, indent = ""): string {
  if (!isObject(value) || indent.length > 2) return JSON.stringify(value);
  return Object.entries(value).map(([key, child]) => {
    const inner = isObject(child) && Object.keys(child).length > 0 &&
      indent === "";
    return inner
      ? `${indent}${JSON.stringify(key)}:\n${toYaml(child, `${indent}  `)}`
      : `${indent}${JSON.stringify(key)}: ${JSON.stringify(child)}\n`;
  }).join("");
}

/** Loads a configuration and looks at what comes of it. */
async function checkConfig(input: ConfigInput): Promise<Verdict> {
  const file = "/home/me/.config/openai-responses-mcp/config.yaml";
  const machine = fakeRuntime({
    env: { HOME: "/home/me", ...input.env },
    files: input.yaml === null ? {} : { [file]: input.yaml },
  });
  let problem: string | undefined;
  try {
    problem = loadedProblem(await loadConfig(machine));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problem = leak(error.message);
    if (error.problems.length === 0) problem ??= "an error without a problem";
  }
  if (Object.keys(Object.prototype).length > 0 || "polluted" in {}) {
    problem = "Object.prototype was changed";
  }
  return { units: 1, problem };
}

function leak(text: string): string | undefined {
  // Behind a letter it looks like any other word: risk-based-pricing.
  return /(?<![A-Za-z])sk-fuzz-0123456789ab/.test(text)
    ? `shows a key: ${text}`
    : undefined;
}

function loadedProblem(
  { config, warnings }: LoadedConfig,
): string | undefined {
  let problem = leak(warnings.join("\n"));
  forEachSetting(SETTINGS, (path, setting) => {
    const value = path.reduce<unknown>(
      (node, key) => isObject(node) ? node[key] : undefined,
      config,
    );
    const checked = validate(setting, value);
    if (!checked.ok) {
      problem ??= `${path.join(".")}: ${JSON.stringify(checked.issues)}`;
    }
  });
  return problem ?? foreignPrototype(config);
}

function foreignPrototype(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const plain = Array.isArray(value) ? Array.prototype : Object.prototype;
  if (Object.getPrototypeOf(value) !== plain) return "a prototype was set";
  for (const child of Object.values(value)) {
    const problem = foreignPrototype(child);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
