// Loaded before the program: on a signal it collects all garbage and writes
// down what is left. A debugger would do it too, but Deno hands it a copy of
// every response, and a stream of which there is a copy is never closed.
import { writeFileSync } from "node:fs";
import process from "node:process";

process.on("SIGUSR2", () => {
  globalThis.gc();
  const { heapUsed, arrayBuffers, external } = process.memoryUsage();
  const buffers = arrayBuffers || external;
  writeFileSync(process.env.SOAK_MEMORY, JSON.stringify([heapUsed, buffers]));
});
