// deno-lint-ignore-file no-console -- its parent reads the line
/** Prints resident memory after one find, and the most there was. */
import { defaultConfig } from "../../src/config/draft.ts";
import { Finder } from "../../src/manuals/find/finder.ts";
import { runtime } from "../../src/runtime/deno.ts";

const [root = "", manual_id = "", cacheDir = "", query = ""] = Deno.args;
const finder = new Finder(runtime, {
  root,
  settings: defaultConfig().manuals,
  cacheDir,
});
let peak = 0;
const note = (): void => {
  peak = Math.max(peak, Deno.memoryUsage().rss);
};
await finder.find({ query, manual_id, required_terms: ["x"] }, {
  progress: note,
});
note();
await finder.settled();
note();
console.log(JSON.stringify([Deno.memoryUsage().rss, peak]));
