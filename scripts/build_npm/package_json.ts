import { relative } from "node:path";
import { ENTRY_POINTS, ROOT, VERSION } from "./project.ts";

/** Where the source is. */
export const REPOSITORY =
  "https://github.com/uchimanajet7/openai-responses-mcp";

/** Copied beside `build/`. */
export const COPIED = [
  "config/config.yaml.example",
  "config/policy.md.example",
  "README.md",
  "LICENSE",
] as const;

/** The members that others read; npm knows more. */
export interface PackageJson extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly mcpName: string;
  readonly homepage: string;
  readonly license: string;
  readonly author: string;
  readonly keywords: readonly string[];
  readonly files: readonly string[];
}

/** The package's manifest. It has no dependencies: they are bundled. */
export function packageJson(): PackageJson {
  return {
    name: "openai-responses-mcp",
    version: VERSION,
    description:
      "Lightweight MCP server (Responses API core). OpenAI integration + web_search.",
    mcpName: "io.github.uchimanajet7/openai-responses-mcp",
    keywords: [
      "mcp",
      "model-context-protocol",
      "openai",
      "responses",
      "web-search",
      "retrieval",
      "cli",
    ],
    license: "MIT",
    author: "uchimanajet7",
    repository: { type: "git", url: `git+${REPOSITORY}.git` },
    homepage: `${REPOSITORY}#readme`,
    bugs: { url: `${REPOSITORY}/issues` },
    type: "module",
    bin: { "openai-responses-mcp": "build/index.js" },
    main: "./build/mod.js",
    types: "./build/types/mod.d.ts",
    exports: {
      ...Object.fromEntries(
        ENTRY_POINTS.map(({ subpath, name, source }) => [subpath, {
          types: `./build/types/${relative(ROOT, source).slice(0, -3)}.d.ts`,
          default: `./build/${name}.js`,
        }]),
      ),
      "./package.json": "./package.json",
    },
    sideEffects: ["./build/index.js"],
    files: ["build", ...COPIED],
    scripts: {
      build: "node build/index.js --version",
      prepublishOnly: "npm run build",
    },
    engines: { node: ">=20" },
  };
}
