import { createManualFind } from "./manual_find.ts";
import { createManualHits } from "./manual_hits.ts";
import { createManualLs } from "./manual_ls.ts";
import { createManualRead } from "./manual_read.ts";
import { createManualScan } from "./manual_scan.ts";
import { createManualToc } from "./manual_toc.ts";
import type { ManualSession } from "./session.ts";
import type { Tool } from "../tool.ts";

/** Makes the manual tools of one server, in the order of `tools/list`. */
export function createManualTools(session: ManualSession): Tool[] {
  return [
    createManualLs(session),
    createManualToc(session),
    createManualFind(session),
    createManualHits(session),
    createManualRead(session),
    createManualScan(session),
  ];
}
