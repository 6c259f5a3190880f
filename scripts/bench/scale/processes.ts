import { fileURLToPath } from "node:url";
import { lanceParts } from "../../../tests/kit/lance_parts.ts";
import { scriptForNode } from "../on_node.ts";
import { replica, type ReplicaFigures, type ReplicaTask } from "./replica.ts";

const REPLICA = new URL("./replica.ts", import.meta.url);

/** A runtime that tasks are given to, each in a process of its own. */
export interface Runner {
  /** What ends the names of its rows. */
  readonly on: "" | ", node";
  /** Runs a task, on one core where one is named. */
  run(
    task: ReplicaTask,
    env?: Readonly<Record<string, string>>,
    core?: number,
  ): Promise<ReplicaFigures>;
}

/** Both runtimes: Deno, and a Node that LanceDB runs on. */
export async function openRunners(): Promise<
  AsyncDisposable & { readonly runners: readonly Runner[] }
> {
  const { node } = await lanceParts();
  const script = await scriptForNode(REPLICA, replica.name);
  const deno = [Deno.execPath(), "run", "-A", fileURLToPath(REPLICA)];
  return {
    runners: [runner("", deno), runner(", node", [node, script])],
    [Symbol.asyncDispose]: () => Deno.remove(script),
  };
}

function runner(on: Runner["on"], command: readonly string[]): Runner {
  return {
    on,
    async run(task, env, core) {
      const pinned = core === undefined ? [] : ["taskset", "-c", `${core}`];
      const [program = "", ...args] = [...pinned, ...command];
      const child = new Deno.Command(program, {
        args: [...args, JSON.stringify(task)],
        env: { ...env },
        stdin: "null",
      });
      const { success, stdout, stderr } = await child.output();
      const decoder = new TextDecoder();
      if (!success) throw new Error(decoder.decode(stderr));
      return JSON.parse(decoder.decode(stdout));
    },
  };
}

/** What it runs on beside Deno, for the record. */
export async function scaleVersions(): Promise<Record<string, string>> {
  const { node, packageDir } = await lanceParts();
  const { stdout } = await new Deno.Command(node, { args: ["--version"] })
    .output();
  const manifest = `${packageDir}/node_modules/@lancedb/lancedb/package.json`;
  return {
    node: new TextDecoder().decode(stdout).trim().replace(/^v/, ""),
    "@lancedb/lancedb": JSON.parse(await Deno.readTextFile(manifest)).version,
  };
}

/** Whether processes can be given the first two cores, each one of its own. */
export async function canPin(): Promise<boolean> {
  try {
    const args = ["-c", "0", "taskset", "-c", "1", "true"];
    return (await new Deno.Command("taskset", { args }).output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
