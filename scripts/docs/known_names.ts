import manifest from "../../deno.json" with { type: "json" };
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { OPTIONS } from "../../src/cli/args.ts";
import { SETTINGS } from "../../src/config/schema.ts";
import { settingVariables } from "../../src/config/variables.ts";
import { walk } from "../../tests/kit/walk.ts";
import type { Known } from "./check_names.ts";
import { rpcCodes } from "./errors.ts";
import { environmentNames } from "./settings.ts";
import { allTools } from "./tools.ts";

const ROOT = new URL("../../", import.meta.url);

/** Every name that the project has. */
export function knownNames(): Known {
  const sources = sourceFiles("src/").concat("mod.ts");
  const text = sources.map((path) => Deno.readTextFileSync(new URL(path, ROOT)))
    .join("\n");
  const command = sources.filter((path) => path.startsWith("src/cli/"))
    .map((path) => Deno.readTextFileSync(new URL(path, ROOT))).join("\n");
  const ours = command.match(/"--[a-z-]+"/g) ?? [];
  const scripts = sourceFiles("scripts/");
  const scriptText = scripts
    .filter((path) => !path.startsWith("scripts/docs/"))
    .map((path) => Deno.readTextFileSync(new URL(path, ROOT))).join("\n");
  return {
    tasks: new Set(Object.keys(manifest.tasks)),
    options: new Set([...OPTIONS, ...ours.map((name) => name.slice(1, -1))]),
    scriptOptions: new Set(scriptText.match(/--[a-z][a-z-]*/g)),
    environment: environmentNames(),
    settings: settingPaths(),
    codes: new Set(rpcCodes().map(String)),
    tools: new Set(allTools().map(({ name }) => name)),
    words: new Set(text.match(/\b\w+\b/g)),
    exists,
    hasSource: (name) =>
      [...sources, ...scripts, ...sourceFiles("tests/")].some((path) =>
        path === name || path.endsWith(`/${name}`)
      ),
  };
}

/** Tells whether the project has a file or a directory. */
export function exists(path: string): boolean {
  return existsSync(new URL(path, ROOT));
}

function settingPaths(): Set<string> {
  const paths = new Set<string>();
  for (const { path } of settingVariables()) {
    path.forEach((_, i) => paths.add(path.slice(0, i + 1).join(".")));
  }
  for (const key of Object.keys(SETTINGS.http.jwt.anyOf[0].properties)) {
    paths.add(`http.jwt.${key}`);
  }
  return paths;
}

function sourceFiles(folder: string): string[] {
  return walk(fileURLToPath(new URL(folder, ROOT)), folder)
    .filter((path) => path.endsWith(".ts"));
}
