import { isSetting } from "../../src/config/draft.ts";
import { SETTINGS } from "../../src/config/schema.ts";
import type { Setting, SettingGroup } from "../../src/config/setting.ts";
import { variableOf } from "../../src/config/variables.ts";
import { describe } from "../../src/schema/validate.ts";

const HEAD =
  `# Configuration of openai-responses-mcp: every key with its default.
#
# Copy it to ~/.config/openai-responses-mcp/config.yaml (on Windows
# %APPDATA%\\openai-responses-mcp\\config.yaml) or name it with --config, and keep
# only what you change. Flags win over the environment, the environment wins over
# this file. API keys never go here: they are read from the environment only.
`;

/** The text of `config/config.yaml.example`. */
export function configExample(): string {
  return HEAD + group(SETTINGS, []);
}

function group(entries: SettingGroup, above: readonly string[]): string {
  const indent = "  ".repeat(above.length);
  return Object.entries(entries).map(([name, entry]) => {
    const gap = indent === "" ? "\n" : "";
    const path = [...above, name];
    return isSetting(entry)
      ? gap + setting(path, entry, indent)
      : `${gap}${indent}${name}:\n${group(entry, path)}`;
  }).join("");
}

function setting(
  path: readonly string[],
  entry: Setting,
  indent: string,
): string {
  const name = path.at(-1) ?? "";
  const env = variableOf(path, entry);
  const text = `${entry.description} Takes ${
    describe(entry)
  }. Environment: ${env}.`;
  const comment = wrap(text, 78 - indent.length)
    .map((line) => `${indent}# ${line}\n`).join("");
  return comment + yamlEntry(name, entry.default, indent);
}

function yamlEntry(name: string, value: unknown, indent: string): string {
  const nested = typeof value === "object" && value !== null &&
    !Array.isArray(value) && Object.keys(value).length > 0;
  if (!nested) return `${indent}${name}: ${scalar(value)}\n`;
  const inner = Object.entries(value)
    .map(([key, child]) => yamlEntry(key, child, indent + "  ")).join("");
  return `${indent}${name}:\n${inner}`;
}

function scalar(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(scalar).join(", ")}]`;
  return typeof value === "string" && /^[A-Za-z][\w./:-]*$/.test(value)
    ? value
    : JSON.stringify(value);
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
