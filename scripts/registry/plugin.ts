import { packageJson, REPOSITORY } from "../build_npm/package_json.ts";
import { VERSION } from "../build_npm/project.ts";
import { SUMMARY } from "./server_json.ts";

const NAME = "openai-responses";
/** As the README and CI name it. */
const DENO = "deno@2.9.6";

/**
 * `.claude-plugin/plugin.json`. It starts the source that the plugin consists
 * of, so that it works from a clone and needs nothing published.
 */
export function pluginJson(): object {
  const { author, license } = packageJson();
  const program = "${CLAUDE_PLUGIN_ROOT}/mod.ts";
  return {
    name: NAME,
    version: VERSION,
    description: SUMMARY,
    author: { name: author },
    homepage: REPOSITORY,
    repository: REPOSITORY,
    license,
    keywords: ["mcp", "openai", "web-search", "manuals"],
    mcpServers: {
      [NAME]: {
        command: "npx",
        args: ["-y", DENO, "run", "-A", program, "--stdio"],
      },
    },
  };
}

/** `.claude-plugin/marketplace.json`: this repository offers its plugin itself. */
export function marketplaceJson(): object {
  const { name, author } = packageJson();
  return {
    name,
    description: `The plugin of ${name}`,
    owner: { name: author },
    plugins: [{ name: NAME, source: "./", description: SUMMARY }],
  };
}
