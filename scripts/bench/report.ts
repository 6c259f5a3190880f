import { availableParallelism, cpus, totalmem } from "node:os";
import manifest from "../../deno.json" with { type: "json" };
import { PEER_VERSIONS } from "./peers.ts";
import { meets, type Row } from "./row.ts";

/** Where and when a run was made, and with what. */
export interface Surroundings {
  readonly date: string;
  readonly machine: {
    readonly os: string;
    readonly arch: string;
    readonly cpu: string;
    readonly cores: number;
    readonly memory_gib: number;
    /** What else the machine did: its load in the minute before. */
    readonly load: number;
    /** The share of the cores that others took meanwhile, on Linux. */
    readonly others?: number;
  };
  readonly versions: Readonly<Record<string, string>>;
}

/** Everything that a run has found out. */
export interface Report extends Surroundings {
  readonly quick: boolean;
  readonly sections: Readonly<Record<string, readonly Row[]>>;
}

/** Looks at the machine, before a run puts load on it. */
export async function lookAround(): Promise<Surroundings> {
  const [load = 0] = Deno.loadavg();
  return {
    date: new Date().toISOString(),
    machine: {
      os: Deno.build.os,
      arch: Deno.build.arch,
      cpu: cpus()[0]?.model.trim() ?? "unknown",
      cores: availableParallelism(),
      memory_gib: Math.round(totalmem() / 2 ** 30),
      load: Number(load.toFixed(2)),
    },
    versions: {
      "openai-responses-mcp": manifest.version,
      deno: Deno.version.deno,
      v8: Deno.version.v8,
      node: await nodeVersion(),
      ...PEER_VERSIONS,
    },
  };
}

async function nodeVersion(): Promise<string> {
  try {
    const { stdout } = await new Deno.Command("node", { args: ["--version"] })
      .output();
    return new TextDecoder().decode(stdout).trim().replace(/^v/, "");
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "none";
    throw error;
  }
}

const COLUMNS = ["", "median", "quartiles", "ratio", "target", "", "note"];

/**
 * The rows of one section as an aligned table. Without `judged`, nothing is said
 * of targets: a quick run proves nothing about speed.
 */
export function toTable(rows: readonly Row[], judged: boolean): string {
  const lines = [COLUMNS, ...rows.map((row) => cells(row, judged))];
  const widths = COLUMNS.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0))
  );
  return lines.map((line) =>
    line.map((cell, column) =>
      column === 1 || column === 2
        ? cell.padStart(widths[column] ?? 0)
        : cell.padEnd(widths[column] ?? 0)
    ).join("  ").trimEnd()
  ).join("\n");
}

function cells(row: Row, judged: boolean): string[] {
  const { name, value, unit, quartiles, ratio, to, target, note } = row;
  const met = judged ? meets(row) : undefined;
  return [
    name,
    Number.isNaN(value) ? "–" : `${show(value)} ${unit}`,
    quartiles ? `${show(quartiles[0])}–${show(quartiles[1])}` : "",
    ratio === undefined ? "" : `${ratio.toFixed(2)} × ${to}`,
    target ?? "",
    met === undefined ? "" : met ? "met" : "missed",
    note ?? "",
  ];
}

function show(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 1000 ? 1 : 0);
}
