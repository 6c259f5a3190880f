import type { ObjectSchema } from "../../src/schema/schema.ts";
import { validate } from "../../src/schema/validate.ts";

const TEXT = { type: "string", minLength: 1 } as const;

const VARIABLE = {
  type: "object",
  properties: {
    name: TEXT,
    description: TEXT,
    isRequired: { type: "boolean" },
    isSecret: { type: "boolean" },
    format: { type: "string", enum: ["string", "filepath"] },
  },
  required: ["name"],
  additionalProperties: false,
} as const;

const ARGUMENT = {
  type: "object",
  properties: {
    type: { type: "string", enum: ["positional"] },
    value: TEXT,
  },
  required: ["type", "value"],
  additionalProperties: false,
} as const;

const PACKAGE = {
  type: "object",
  properties: {
    registryType: { type: "string", enum: ["npm", "mcpb"] },
    identifier: TEXT,
    // One version: a range or `latest` is refused by the registry.
    version: { type: "string", pattern: "^\\d+\\.\\d+\\.\\d+(-[\\w.]+)?$" },
    fileSha256: { type: "string", pattern: "^[a-f0-9]{64}$" },
    runtimeHint: TEXT,
    packageArguments: { type: "array", items: ARGUMENT },
    transport: {
      type: "object",
      properties: { type: { type: "string", enum: ["stdio"] } },
      required: ["type"],
      additionalProperties: false,
    },
    environmentVariables: { type: "array", items: VARIABLE },
  },
  required: ["registryType", "identifier", "version", "transport"],
  additionalProperties: false,
} as const;

/** The part of the registry's schema that our entry uses. */
const SERVER: ObjectSchema = {
  type: "object",
  properties: {
    $schema: { type: "string", pattern: "/2025-12-11/server\\.schema\\.json$" },
    name: {
      type: "string",
      maxLength: 200,
      pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$",
    },
    title: { type: "string", minLength: 1, maxLength: 100 },
    description: { type: "string", minLength: 1, maxLength: 100 },
    version: { type: "string", minLength: 1, maxLength: 255 },
    websiteUrl: { type: "string", pattern: "^https://." },
    repository: {
      type: "object",
      properties: {
        url: { type: "string", pattern: "^https://." },
        source: { type: "string", enum: ["github"] },
      },
      required: ["url", "source"],
      additionalProperties: false,
    },
    packages: { type: "array", items: PACKAGE, minItems: 1 },
  },
  required: ["$schema", "name", "description", "version", "packages"],
  additionalProperties: false,
};

/** What the registry would refuse, one line each. */
export function serverJsonProblems(entry: unknown): string[] {
  const checked = validate(SERVER, entry);
  if (checked.ok) return [];
  return checked.issues.map(({ path, got, want }) =>
    `${path.join(".")} is ${got}, wanted ${want}`
  );
}
