import type { Config } from "../config/schema.ts";
import { FileError, type Files } from "../runtime/runtime.ts";
import { SYSTEM_POLICY } from "./system_policy.ts";

/** The settings below `policy.system`. */
export type PolicySettings = Config["policy"]["system"];

/** The policy file cannot be used; meant to end the start-up. */
export class PolicyError extends Error {
  /** Always `PolicyError`. */
  override readonly name = "PolicyError";
}

/**
 * Gives the instructions to the model as configured: the built-in text, a
 * file, or both joined by a blank line.
 *
 * @throws {PolicyError} when the file cannot be used
 */
export function loadPolicy(
  settings: PolicySettings,
  files: Pick<Files, "readTrustedSync">,
): string {
  if (settings.source === "builtin") return SYSTEM_POLICY;
  const text = readPolicyFile(settings.path, files);
  switch (settings.merge) {
    case "replace":
      return text;
    case "prepend":
      return `${text}\n\n${SYSTEM_POLICY}`;
    case "append":
      return `${SYSTEM_POLICY}\n\n${text}`;
  }
}

function readPolicyFile(
  path: string | null,
  files: Pick<Files, "readTrustedSync">,
): string {
  if (path === null) {
    throw new PolicyError(
      "policy.system.source is file, but policy.system.path is not set: name the file, or set source to builtin",
    );
  }
  const text = decode(path, read(path, files)).trim();
  if (text === "") {
    throw new PolicyError(
      `Policy file ${path} (policy.system.path) is empty: write the instructions into it, or set policy.system.source to builtin`,
    );
  }
  return text;
}

function read(path: string, files: Pick<Files, "readTrustedSync">): Uint8Array {
  try {
    return files.readTrustedSync(path);
  } catch (error) {
    throw new PolicyError(
      `Cannot read policy file ${path} (policy.system.path): ${
        whyUnread(error)
      }; correct the path, or set policy.system.source to builtin`,
      { cause: error },
    );
  }
}

function whyUnread(error: unknown): string {
  if (error instanceof FileError && error.kind !== "other") {
    return error.kind.replaceAll("_", " ");
  }
  return error instanceof Error ? error.message : String(error);
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new PolicyError(
      `Policy file ${path} (policy.system.path) is not UTF-8: save it as UTF-8`,
      { cause: error },
    );
  }
}
