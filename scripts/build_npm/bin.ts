#!/usr/bin/env node
import { main } from "../../src/main.ts";
import { runtime } from "../../src/runtime/node.ts";

runtime.exit(await main(runtime));
