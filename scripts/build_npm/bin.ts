#!/usr/bin/env node
import { main } from "../../src/main.ts";
import { runtime } from "../../src/runtime/node.ts";
import { EXIT } from "../../src/runtime/runtime.ts";
import { NAME, neededRuntime } from "../../src/version.ts";

const { runtimeVersion } = runtime;
const needed = neededRuntime(runtimeVersion);
// npm only warns of it, and what fails later would look like a defect.
if (needed !== undefined) {
  runtime.writeStderr(
    `${NAME}: ${runtimeVersion} is too old: install ${needed} or later, or give the full path of a newer node to your MCP client\n`,
  );
  runtime.exit(EXIT.failure);
}
runtime.exit(await main(runtime));
