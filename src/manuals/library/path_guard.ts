/**
 * Keeps every access below the manuals root: paths are checked as text, then
 * each of their parts on disk, and last where they really lead.
 *
 * @module
 */
import {
  FileError,
  type FileKind,
  type Files,
  type FileStat,
} from "../../runtime/runtime.ts";
import { ManualError } from "../errors.ts";
import type { AccessFault, PathFault } from "../problem.ts";
import { isHidden, PASSED_OVER, ROOT_ID } from "../../text/manual_names.ts";
import { joinPath } from "../../text/path.ts";

/** Something below a root that may be used. */
export interface GuardedPath {
  /** As given, in its one spelling: `/` between parts, none empty or `.`. */
  readonly path: string;
  /** Where it is on disk. */
  readonly location: string;
  readonly stat: FileStat;
}

/**
 * Checks a relative path as text and gives it its one spelling. `%2e` and its
 * like are taken literally: nothing is decoded.
 */
export function checkPath(
  path: string,
  parameter: "manual" | "path" = "path",
): string {
  const parts = path.replaceAll("\\", "/").split("/");
  const fault = faultOf(path, parts);
  if (fault) {
    throw new ManualError({ kind: "path", parameter, value: path, fault });
  }
  return parts.filter((part) => part !== "" && part !== ".").join("/");
}

function faultOf(path: string, parts: string[]): PathFault | undefined {
  if (path.includes("\0")) return "nul";
  if (parts[0] === "" && parts.length > 1) return "absolute";
  // Elsewhere `Q: why.md` is a name like others.
  if (/^[a-z]:(?:[/\\]|$)/i.test(path)) return "drive";
  return parts.includes("..") ? "parent" : undefined;
}

/**
 * Checks the id of a manual as text.
 *
 * @throws {ManualError} when no manual can have it
 */
export function checkManualId(id: string): string {
  const parameter = "manual";
  if (id === "" || id === ROOT_ID) {
    throw new ManualError({ kind: "manualId", parameter, value: id });
  }
  return checkPath(id, parameter);
}

/**
 * Finds a checked path below a directory.
 *
 * @throws {ManualError} `forbidden` for hidden names, links and special files
 * on the way, `not_found` for what does not exist, `out_of_scope` for what
 * turns out to lead elsewhere.
 */
export function resolveInside(
  files: Files,
  root: string,
  path: string,
): GuardedPath {
  refuseHidden(path);
  let location = root;
  let stat = statOf(files, root, path);
  for (const part of path === "" ? [] : path.split("/")) {
    if (stat?.kind !== "dir") throw missing(path);
    location = joinPath(location, part);
    stat = statOf(files, location, path);
    if (stat) refuseKind(path, stat.kind);
  }
  if (!stat) throw missing(path);
  checkRealPath(files, root, { path, location, stat });
  return { path, location, stat };
}

/** Throws where a checked path goes through a name that is never listed. */
export function refuseHidden(path: string): void {
  const part = path.split("/").find(isHidden);
  if (part === undefined) return;
  const fault = part === PASSED_OVER ? "passedOver" : "undecodableName";
  refuse(path, part.startsWith(".") ? "dotName" : fault);
}

function refuse(path: string, fault: AccessFault): never {
  throw new ManualError({ kind: "access", path, fault });
}

function refuseKind(path: string, kind: FileKind): void {
  if (kind === "symlink") refuse(path, "link");
  if (kind === "other") refuse(path, "special");
}

function missing(path: string): ManualError {
  return new ManualError({ kind: "missingPath", path });
}

function statOf(
  files: Files,
  location: string,
  path: string,
): FileStat | undefined {
  try {
    return files.lstatSync(location);
  } catch (error) {
    throw toManualError(error, path);
  }
}

/** Turns a failed file operation into an error that callers understand. */
export function toManualError(error: unknown, path: string): unknown {
  if (!(error instanceof FileError)) return error;
  if (error.kind === "not_found" || error.kind === "not_a_directory") {
    return missing(path);
  }
  // It was none when the path was checked; so says who exchanged it.
  if (error.kind === "moved") {
    return new ManualError({ kind: "access", path, fault: "link" }, {
      cause: error,
    });
  }
  const fault = error.kind === "denied"
    ? "denied"
    : error.kind === "not_a_file"
    ? "special"
    : "unreadable";
  return new ManualError({ kind: "access", path, fault }, { cause: error });
}

/** Last line of defence: a part may have become a link since it was checked. */
function checkRealPath(
  files: Files,
  root: string,
  { path, location }: GuardedPath,
): void {
  if (location === root) return;
  let realRoot: string;
  let real: string;
  try {
    realRoot = files.realPathSync(root).replace(/[/\\]$/, "");
    real = files.realPathSync(location);
  } catch (error) {
    throw toManualError(error, path);
  }
  const rest = real.slice(realRoot.length);
  if (real.startsWith(realRoot) && /^[/\\]/.test(rest)) return;
  throw new ManualError({ kind: "outside", path });
}
