import {
  type Setup,
  setUp,
  type SetupOptions,
  TEST_KEY,
} from "./answer_setup.ts";
import { MemoryFiles } from "./memory_files.ts";

/** Where the ledger of {@linkcode setUpBackground} lies. */
export const LEDGER =
  "/home/me/.local/state/openai-responses-mcp/answers.jsonl";

/** The answer tools with everything in the background, and their files. */
export interface BackgroundSetup extends Setup {
  readonly files: MemoryFiles;
  /** The entries of the ledger, in order. */
  ledger(): Record<string, unknown>[];
}

/** Makes the tools with a home of their own; several may share one. */
export function setUpBackground(
  baseUrl: string,
  options: SetupOptions = {},
  files: MemoryFiles = new MemoryFiles(),
): BackgroundSetup {
  const responses = {
    background: "always",
    ...options.config?.responses,
  } as const;
  const request = {
    // A short wait must not be over before a slow machine has answered.
    ...options.fast && { answer_within_ms: 2 ** 31 - 1 },
    ...options.config?.request,
  };
  const setup = setUp(baseUrl, {
    env: { OPENAI_API_KEY: TEST_KEY, HOME: "/home/me" },
    ...options,
    config: { ...options.config, request, responses },
    files,
  });
  return {
    ...setup,
    files,
    ledger() {
      if (!files.statSync(LEDGER)) return [];
      const text = new TextDecoder().decode(files.readSync(LEDGER));
      return text.trim().split("\n").map((line) => JSON.parse(line));
    },
  };
}
