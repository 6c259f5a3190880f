/**
 * Fills the generated parts of the documentation from the source:
 * `deno task docs`. With `--check` it changes nothing and fails if anything
 * would change.
 */
import { SYSTEM_POLICY } from "../src/policy/system_policy.ts";
import {
  benchmarkCharts,
  benchmarkPage,
  readRecorded,
  RECORDED,
  SCALE,
} from "./docs/benchmarks.ts";
import { installButtons } from "./docs/buttons.ts";
import { clientsTable } from "./docs/clients.ts";
import { configExample } from "./docs/config_example.ts";
import {
  manualCodesTable,
  reasonsTable,
  rpcCodesTable,
} from "./docs/errors.ts";
import { readPages } from "./docs/pages.ts";
import { renderPicture } from "./docs/picture.ts";
import { scalePage } from "./docs/scale.ts";
import { sessionPicture, withoutDates } from "./docs/session.ts";
import { faultsTables } from "./docs/faults.ts";
import { HELP_TEXTS } from "./docs/help_texts.ts";
import { mutantsPage } from "./docs/mutants.ts";
import { environmentTable, settingsTable } from "./docs/settings.ts";
import {
  japaneseToolsTable,
  toolsReference,
  toolsTable,
} from "./docs/tools.ts";
import { readArgs } from "./command_line.ts";
import { readRecord } from "./mutants/record.ts";
import { iconPng } from "./registry/icon.ts";
import { marketplaceJson, pluginJson } from "./registry/plugin.ts";

const ROOT = new URL("../", import.meta.url);

const PICTURES = "docs/pictures/";

const recorded = readRecorded(Deno.readTextFileSync(RECORDED));

const REGIONS: Readonly<Record<string, () => string>> = {
  "benchmarks": () => benchmarkPage(recorded),
  "clients-checked": clientsTable,
  "faults": faultsTables,
  ...HELP_TEXTS,
  "install-buttons": installButtons,
  "mutants": () => mutantsPage(readRecord()),
  "scale": () => scalePage(readRecorded(Deno.readTextFileSync(SCALE))),
  "tools": toolsTable,
  "tools-ja": japaneseToolsTable,
  "tools-reference": toolsReference,
  "settings": settingsTable,
  "environment": environmentTable,
  "reasons": reasonsTable,
  "manual-codes": manualCodesTable,
  "rpc-codes": rpcCodesTable,
  "system-policy": () => "```text\n" + SYSTEM_POLICY.trimEnd() + "\n```",
};

const SESSION = "session.svg";
const ICON = ".claude-plugin/icon.png";
const PLUGIN = { plugin: pluginJson, marketplace: marketplaceJson };

const MARKED = /(<!-- generated:([\w-]+) -->)[^]*?(<!-- \/generated -->)/g;

/** Replaces the text between markers by what the source says now. */
export function fill(text: string): string {
  return text.replace(MARKED, (_, open, name, close) => {
    const region = REGIONS[name];
    if (!region) throw new RangeError(`Unknown generated region "${name}"`);
    return `${open}\n\n${region()}\n\n${close}`;
  });
}

async function format(text: string, ext = "md"): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--ext", ext, "-"],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  const { stdout, success } = await child.output();
  if (!success) throw new Error("Cannot format the generated documentation");
  return new TextDecoder().decode(stdout);
}

const { values: { check } } = readArgs(
  { options: { check: { type: "boolean", default: false } } },
  "Usage: deno task docs, or deno task docs:check",
);

async function update(path: string, next: string): Promise<boolean> {
  const url = new URL(path, ROOT);
  const now = await Deno.readTextFile(url).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  });
  if (now === next) return false;
  if (!check) await Deno.writeTextFile(url, next);
  return true;
}

/** The picture that there is, if only its date differs from today's. */
async function newSession(): Promise<string> {
  const url = new URL(PICTURES + SESSION, ROOT);
  const picture = await sessionPicture();
  const now = await Deno.readTextFile(url).catch(() => "");
  return withoutDates(now) === withoutDates(picture) ? now : picture;
}

async function updateIcon(path: string): Promise<boolean> {
  const url = new URL(path, ROOT);
  const icon = await iconPng();
  const now = await Deno.readFile(url).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return new Uint8Array();
    throw error;
  });
  if (now.toHex() === icon.toHex()) return false;
  if (!check) await Deno.writeFile(url, icon);
  return true;
}

if (import.meta.main) {
  const stale: string[] = [];
  const example = "config/config.yaml.example";
  if (await update(example, configExample())) stale.push(example);
  for (const [name, value] of Object.entries(PLUGIN)) {
    const path = `.claude-plugin/${name}.json`;
    const text = await format(JSON.stringify(value()), "json");
    if (await update(path, text)) stale.push(path);
  }
  if (await updateIcon(ICON)) stale.push(ICON);
  const pictures = benchmarkCharts(recorded);
  const entries = await Array.fromAsync(Deno.readDir(new URL(PICTURES, ROOT)));
  for (const { name } of entries) {
    if (!name.endsWith(".txt")) continue;
    const text = await Deno.readTextFile(new URL(PICTURES + name, ROOT));
    pictures.set(name.replace(/txt$/, "svg"), renderPicture(text));
  }
  pictures.set(SESSION, await newSession());
  for (const [name, picture] of pictures) {
    if (await update(PICTURES + name, picture)) stale.push(PICTURES + name);
  }
  for (const { name } of entries) {
    if (!name.endsWith(".svg") || pictures.has(name)) continue;
    stale.push(PICTURES + name);
    if (!check) await Deno.remove(new URL(PICTURES + name, ROOT));
  }
  for (const { path, text } of readPages()) {
    if (!text.includes("<!-- generated:")) continue;
    if (await update(path, await format(fill(text)))) stale.push(path);
  }
  const verb = check ? "is stale; run: deno task docs" : "updated";
  for (const path of stale) {
    Deno.stderr.writeSync(new TextEncoder().encode(`${path} ${verb}\n`));
  }
  Deno.exit(check && stale.length > 0 ? 1 : 0);
}
