import type { ManualFinder } from "../manual/finder.ts";
import { ManualSession } from "../manual/session.ts";
import type { Tool, ToolEnvironment } from "../tool.ts";
import { createFetch } from "./fetch.ts";
import { createSearch } from "./search.ts";

/** Makes the tools that connectors ask for: `search` and `fetch`. */
export function createSearchTools(
  environment: ToolEnvironment,
  finder: ManualFinder,
  session: ManualSession = new ManualSession(environment),
): Tool[] {
  return [createSearch(session, finder), createFetch(session)];
}
