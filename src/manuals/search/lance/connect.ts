import { resolveHere } from "../../../config/paths.ts";
import type { Runtime } from "../../../runtime/runtime.ts";
import { hasScheme } from "../../../text/path.ts";
import { oneLine } from "../../../text/plain.ts";
import { redact } from "../../../text/redact.ts";
import { cut } from "../../../text/show.ts";
import { ManualError } from "../../errors.ts";
import {
  type LanceConnection,
  type LanceDb,
  type LancePackages,
  loadLanceDb,
  type StoreSettings,
} from "./lancedb.ts";
import { MANIFEST_TABLE } from "./manifest.ts";

/** The parts of the runtime that a store uses. */
export type StoreRuntime = Pick<Runtime, "clock" | "env" | "cwd" | "os">;

/** A store that was opened. */
export interface Connected extends LancePackages {
  readonly uri: string;
  readonly connection: LanceConnection;
}

/** The usual variables, by what LanceDB calls them. */
const VARIABLES = {
  aws_access_key_id: ["AWS_ACCESS_KEY_ID"],
  aws_secret_access_key: ["AWS_SECRET_ACCESS_KEY"],
  aws_session_token: ["AWS_SESSION_TOKEN"],
  aws_region: ["AWS_REGION", "AWS_DEFAULT_REGION"],
  aws_endpoint: ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT"],
} as const;

// A closed port or a lost bucket should not take the caller's patience.
const LIMITS = {
  client_max_retries: "2",
  client_retry_timeout: "8",
  connect_timeout: "3s",
  timeout: "30s",
} as const;

// LanceDB would keep up to 6 GB of indexes.
const MAX_INDEX_BYTES = 1_000_000_000n;
const MAX_METADATA_BYTES = 200_000_000n;

/** Opens a store with what the environment says of credentials and endpoint. */
export async function connectStore(
  settings: StoreSettings,
  runtime: StoreRuntime,
): Promise<Connected> {
  const { uri, package_dir } = settings;
  const place = placeOf(uri, runtime);
  const options = optionsOf(uri, runtime);
  const packages = loadLanceDb({
    uri,
    ...package_dir !== undefined &&
      { package_dir: resolveHere(package_dir, runtime) },
  }, runtime);
  try {
    const { connect, Session } = packages.lancedb;
    const session = new Session(MAX_INDEX_BYTES, MAX_METADATA_BYTES);
    const connection = await connect(place, options, session);
    return { ...packages, uri, connection };
  } catch (error) {
    throw toStoreError(error, uri);
  }
}

const USER = /^([a-z0-9]+:\/\/)[^/]*@/i;

/** Where a store is: anything that is not tested is refused, not tried. */
function placeOf(uri: string, runtime: StoreRuntime): string {
  if (!hasScheme(uri)) return resolveHere(uri, runtime);
  if (/^(?:s3|db):\/\/[^/@]+(?:\/|$)/.test(uri)) return uri;
  const shown = uri.replace(USER, "$1[redacted]@");
  throw new ManualError({ kind: "store", uri: shown, fault: "place" });
}

function optionsOf(
  uri: string,
  runtime: StoreRuntime,
): Parameters<LanceDb["connect"]>[1] {
  const variable = (...names: readonly string[]): string | undefined =>
    readVariable(names, uri, runtime);
  if (uri.startsWith("db://")) {
    const apiKey = variable("LANCEDB_API_KEY");
    const region = variable("LANCEDB_REGION");
    return { ...apiKey && { apiKey }, ...region && { region } };
  }
  if (!uri.startsWith("s3://")) return {};
  const storageOptions: Record<string, string> = { ...LIMITS };
  for (const [name, names] of Object.entries(VARIABLES)) {
    const value = variable(...names);
    if (value) storageOptions[name] = value;
  }
  const { aws_endpoint = "" } = storageOptions;
  // Who names such an endpoint means it.
  if (aws_endpoint.startsWith("http://")) storageOptions.allow_http = "true";
  return { storageOptions };
}

/**
 * The first of some variables that is set. LanceDB does not refuse what cannot
 * be sent: it panics, and tells standard error so.
 */
function readVariable(
  names: readonly string[],
  uri: string,
  { env }: StoreRuntime,
): string | undefined {
  const name = names.find((one) => env(one)?.trim());
  // What comes from a file ends with a line end.
  const value = name === undefined ? undefined : env(name)?.trim();
  if (name === undefined || value === undefined) return undefined;
  const isUsable = /^[!-~]+$/.test(value) &&
    (!name.includes("ENDPOINT") ||
      /^https?:\/\//i.test(value) && URL.canParse(value));
  if (isUsable) return value;
  const detail = `${name} cannot be used as it is`;
  throw new ManualError({ kind: "store", uri, fault: "unreachable", detail });
}

const DENIED =
  /\b40[13]\b|AccessDenied|Forbidden|InvalidAccessKeyId|SignatureDoesNotMatch|Unauthenticated|Unauthorized|ExpiredToken|permission denied/i;
const MISSING = new RegExp(
  `NoSuchBucket|Table '${MANIFEST_TABLE}' was not found`,
);
const DAMAGED =
  /Table '[^']*' was not found|Not found: |NoSuchKey|Invalid range|file size is too small|does not appear to be a Lance file|failed to fill whole buffer|failed to decode Protobuf|corrupt file|LanceError\(Arrow\): expected /;
// What the store or the system said, in a dump of LanceDB's insides.
const SAID =
  /<Code>(\w{1,60})<|\bmessage: "([\w ]{1,80})"|\bHTTP error: ([\w ]{1,80})/;
const WRAPPING =
  /^(?:(?:lance error|LanceError\(\w+\)|Wrapped error|Generic \w+ error|Invalid input|Failed to [^:{]{1,60})[:,] )+/;
// From there on come places in its source, or the dump.
const INSIDES = /,? \/| Caused by:|(?:: ?\w{1,40})? ?[[{]/;
const MAX_DETAIL = 200;

/** What LanceDB said: what kind of problem it is, and in words for people. */
export function faultOf(
  error: unknown,
): { fault: "denied" | "empty" | "damaged" | "unreachable"; detail?: string } {
  const message = error instanceof Error ? error.message : String(error);
  if (MISSING.test(message)) return { fault: "empty" };
  if (DAMAGED.test(message)) return { fault: "damaged" };
  const fault = DENIED.test(message) ? "denied" : "unreachable";
  const line = oneLine(message);
  const [, code, said, failed] = SAID.exec(line) ?? [];
  const words = code ?? said ?? failed ??
    line.replace(WRAPPING, "").split(INSIDES, 1)[0]?.trim() ?? "";
  const detail = cut(redact(words, []), MAX_DETAIL);
  return { fault, ...detail !== "" && { detail } };
}

/** What LanceDB threw, as a problem of the store. */
export function toStoreError(error: unknown, uri: string): ManualError {
  if (error instanceof ManualError) return error;
  const problem = { kind: "store", uri, ...faultOf(error) } as const;
  return new ManualError(problem, { cause: error });
}
