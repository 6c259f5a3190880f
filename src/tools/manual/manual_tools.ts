import type { ManualFinder } from "./finder.ts";
import { ManualSession } from "./session.ts";
import { createManualFind } from "./manual_find.ts";
import { createManualHits } from "./manual_hits.ts";
import { createManualLs } from "./manual_ls.ts";
import { createManualRead } from "./manual_read.ts";
import { createManualScan } from "./manual_scan.ts";
import { createManualToc } from "./manual_toc.ts";
import { SealedTraces } from "./sealed_traces.ts";
import type { Tool, ToolEnvironment } from "../tool.ts";

/** Makes the manual tools of one server, in the order of `tools/list`. */
export function createManualTools(
  environment: ToolEnvironment,
  finder: ManualFinder,
  session: ManualSession = new ManualSession(environment),
): Tool[] {
  const traces = new SealedTraces(environment);
  return [
    createManualLs(session),
    createManualToc(session),
    createManualFind(session, finder, traces),
    createManualHits(session, finder, traces),
    createManualRead(session),
    createManualScan(session),
  ];
}
