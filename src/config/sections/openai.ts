import type { SettingGroup } from "../setting.ts";

/** The variable that holds the API key unless another is named. */
export const API_KEY_ENV = "OPENAI_API_KEY";

/** The keys below `openai`: how the API is reached. */
export const OPENAI_SETTINGS = {
  api_key_env: {
    type: "string",
    format: "variable",
    default: API_KEY_ENV,
    description: "Name of the environment variable that holds the API key.",
  },
  base_url: {
    type: "string",
    format: "http-url",
    default: "https://api.openai.com/v1",
    env: "OPENAI_BASE_URL",
    description: "Any server that speaks the Responses API.",
  },
  organization: {
    anyOf: [{ type: "string", pattern: "^[!-~]+$" }, { type: "null" }],
    default: null,
    env: "OPENAI_ORG_ID",
    description: "The organization that pays, where the key is in several.",
  },
  project: {
    anyOf: [{ type: "string", pattern: "^[!-~]+$" }, { type: "null" }],
    default: null,
    env: "OPENAI_PROJECT_ID",
    description: "The project that requests count for.",
  },
  headers: {
    type: "object",
    properties: {},
    additionalProperties: { type: "string" },
    propertyNames: { type: "string", format: "header-name" },
    default: {},
    secret: true,
    description:
      "More headers for every request, as gateways ask for. ${NAME} in a value is the variable of that name.",
  },
} as const satisfies SettingGroup;

/** What `openai.headers` comes to on this machine. */
export interface HeaderValues {
  readonly headers: Readonly<Record<string, string>>;
  /** What the variables held: secrets, most likely. */
  readonly secrets: readonly string[];
  /** What keeps the headers from being used; no value is quoted. */
  readonly problems: readonly string[];
}

const REFERENCE = /\$\{([^}]*)\}?/g;
const NAME = /^[A-Za-z_]\w*$/;
// What may stand in a header: a line end would begin another one.
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Puts the variables into header values that name them: `Bearer ${TOKEN}`. */
export function headerValues(
  templates: Readonly<Record<string, string>>,
  env: (name: string) => string | undefined,
): HeaderValues {
  const headers: Record<string, string> = {};
  const secrets = new Set<string>();
  const problems: string[] = [];
  for (const [header, template] of Object.entries(templates)) {
    const value = template.replace(REFERENCE, (text, name: string) => {
      if (!NAME.test(name) || !text.endsWith("}")) {
        problems.push(`${header} has \${ without the name of a variable and }`);
        return "";
      }
      // A variable filled from a file ends with a line end.
      const held = env(name)?.trim() ?? "";
      if (held === "") {
        problems.push(`${header} needs the variable ${name}, which is not set`);
      }
      secrets.add(held);
      return held;
    });
    if (!VALUE.test(value)) {
      problems.push(
        `${header} has a line end or another character that no header takes`,
      );
    }
    headers[header] = value;
  }
  return { headers, secrets: [...secrets], problems };
}
