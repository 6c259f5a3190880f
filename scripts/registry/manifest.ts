import { packageJson, REPOSITORY } from "../build_npm/package_json.ts";
import { VERSION } from "../build_npm/project.ts";
import { allTools } from "../docs/tools.ts";
import { ENVIRONMENT } from "./environment.ts";
import { SUMMARY } from "./server_json.ts";

/** The name of the icon's file in the bundle. */
export const ICON = "icon.png";

/** `manifest.json` of the MCP bundle, which desktop clients install. */
export function bundleManifest(): object {
  const { name, license, keywords, author, homepage } = packageJson();
  return {
    manifest_version: "0.3",
    name,
    display_name: "OpenAI Responses with sources",
    version: VERSION,
    description: SUMMARY,
    author: { name: author },
    repository: { type: "git", url: `${REPOSITORY}.git` },
    homepage,
    documentation: `${REPOSITORY}/blob/main/README.md`,
    support: `${REPOSITORY}/issues`,
    license,
    keywords,
    icon: ICON,
    server: {
      type: "node",
      entry_point: "build/index.js",
      mcp_config: {
        command: "node",
        args: ["${__dirname}/build/index.js", "--stdio"],
        env: Object.fromEntries(
          ENVIRONMENT.map(({ name }) => [
            name,
            `\${user_config.${name.toLowerCase()}}`,
          ]),
        ),
      },
    },
    // The manual tools are on once they have their directory.
    tools: allTools()
      .filter(({ group }) => group === "answer" || group === "manual")
      .map(({ name, description }) => ({ name, description })),
    compatibility: {
      platforms: ["darwin", "win32", "linux"],
      runtimes: { node: ">=20" },
    },
    user_config: Object.fromEntries(
      ENVIRONMENT.map(({ name, title, description, secret, directory }) => [
        name.toLowerCase(),
        {
          type: directory ? "directory" : "string",
          title,
          description,
          sensitive: secret,
          required: false,
          // What is left out arrives as an empty variable: the same as unset.
          default: "",
        },
      ]),
    ),
  };
}
