import { createManualLs } from "./manual_ls.ts";
import { createManualRead } from "./manual_read.ts";
import { createManualScan } from "./manual_scan.ts";
import { ManualSession } from "./manual_session.ts";
import { createManualToc } from "./manual_toc.ts";
import type { Tool, ToolEnvironment } from "./tool.ts";

/** Makes the manual tools of one server, in the order of `tools/list`. */
export function createManualTools(environment: ToolEnvironment): Tool[] {
  const session = new ManualSession(environment);
  return [
    createManualLs(session),
    createManualToc(session),
    createManualRead(session),
    createManualScan(session),
  ];
}
