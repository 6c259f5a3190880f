import { canRun, onDeno, onNode } from "../../tests/kit/launch.ts";
import { backgroundTarget } from "./background_target.ts";
import { configTarget } from "./config_target.ts";
import { decoderTarget } from "./decoder_target.ts";
import { encodingsTarget } from "./encodings_target.ts";
import { formatsTarget } from "./formats_target.ts";
import { httpTarget } from "./http_target.ts";
import { indexTarget } from "./index_target.ts";
import { pathsTarget } from "./paths_target.ts";
import { programTarget } from "./program_target.ts";
import { publishedTarget } from "./published_target.ts";
import { serverTarget } from "./server_target.ts";
import { sseTarget } from "./sse_target.ts";
import { toolsTarget } from "./tools_target.ts";
import type { Target } from "./target.ts";

/** Everything that is fuzzed, in the order in which it runs. */
export const TARGETS: readonly Target[] = [
  decoderTarget as Target,
  serverTarget as Target,
  httpTarget as Target,
  toolsTarget as Target,
  configTarget as Target,
  formatsTarget as Target,
  encodingsTarget as Target,
  pathsTarget as Target,
  indexTarget as Target,
  publishedTarget as Target,
  sseTarget as Target,
  backgroundTarget as Target,
  programTarget("program", () => Promise.resolve(onDeno())) as Target,
  programTarget(
    "node",
    async (dir) => await canRun("node") ? await onNode(dir) : "no node on PATH",
  ) as Target,
];

/** The target of that name. */
export function targetNamed(name: string): Target {
  const target = TARGETS.find((candidate) => candidate.name === name);
  if (!target) throw new TypeError(`No fuzz target ${name}`);
  return target;
}
