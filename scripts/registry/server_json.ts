import { packageJson, REPOSITORY } from "../build_npm/package_json.ts";
import { VERSION } from "../build_npm/project.ts";
import { ENVIRONMENT } from "./environment.ts";

/** At most 100 characters: the registry's limit. */
export const SUMMARY =
  "Answers with web sources from the OpenAI Responses API, and offline search of local manuals";

/** The bundle of a release: its file name and its SHA-256 in hexadecimal. */
export interface BundleFile {
  readonly name: string;
  readonly sha256: string;
}

/** The entry of the MCP registry, in its schema of 2025-12-11. */
export function serverJson({ name, sha256 }: BundleFile): object {
  const { mcpName, name: npmName, homepage } = packageJson();
  const started = {
    transport: { type: "stdio" },
    environmentVariables: ENVIRONMENT.map((variable) => ({
      name: variable.name,
      description: variable.description,
      isRequired: false,
      isSecret: variable.secret,
      format: variable.directory ? "filepath" : "string",
    })),
  };
  return {
    $schema:
      "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: mcpName,
    title: "OpenAI Responses with sources",
    description: SUMMARY,
    version: VERSION,
    websiteUrl: homepage,
    repository: { url: REPOSITORY, source: "github" },
    packages: [
      {
        registryType: "npm",
        identifier: npmName,
        version: VERSION,
        runtimeHint: "npx",
        packageArguments: [{ type: "positional", value: "--stdio" }],
        ...started,
      },
      {
        registryType: "mcpb",
        identifier: `${REPOSITORY}/releases/download/v${VERSION}/${name}`,
        version: VERSION,
        fileSha256: sha256,
        ...started,
      },
    ],
  };
}
