import type { ConfigRuntime } from "../../src/config/load.ts";
import { FileError, type Files } from "../../src/runtime/runtime.ts";

/** What a test puts into its machine. */
export interface FakeMachine {
  readonly env?: Readonly<Record<string, string>>;
  /** Path to text. */
  readonly files?: Readonly<Record<string, string>>;
  readonly os?: ConfigRuntime["os"];
  readonly cwd?: string;
}

/** A machine of a few files and variables, for tests of the configuration. */
export function fakeRuntime(machine: FakeMachine = {}): ConfigRuntime {
  const env = machine.env ?? { HOME: "/home/me" };
  const texts = machine.files ?? {};
  const text = (path: string): string => {
    const found = texts[path];
    if (found !== undefined) return found;
    throw new FileError("not_found", path, new Error("No such file"));
  };
  const files: Partial<Files> = {
    readTrustedSync: (path) => new TextEncoder().encode(text(path)),
    statSync: (path) =>
      texts[path] === undefined ? undefined : {
        kind: "file",
        size: texts[path].length,
        mtimeMs: 0,
        ctimeSec: 0,
        dev: 0,
        ino: 0,
      },
  };
  return {
    os: machine.os ?? "linux",
    env: (name) => env[name],
    envNames: () => Object.keys(env),
    cwd: () => machine.cwd ?? "/somewhere",
    files: files as Files,
  };
}
