/**
 * What a thread of the program runs: searches, for the one that serves.
 *
 * @module
 */
import { serveSearches } from "./manuals/search/pool/serve_searches.ts";
import { runtime } from "./runtime/deno.ts";

await serveSearches(runtime);
