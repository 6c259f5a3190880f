// deno-lint-ignore-file no-console -- its parent reads the line
import { memoryUse } from "./memory_use.ts";

console.log(JSON.stringify(await memoryUse(JSON.parse(Deno.args[0] ?? ""))));
