import { resolveHere } from "../../../config/paths.ts";
import type { Runtime } from "../../../runtime/runtime.ts";
import { oneLine } from "../../../text/plain.ts";
import { redact } from "../../../text/redact.ts";
import { cut } from "../../../text/show.ts";
import { ManualError } from "../../errors.ts";
import {
  type LanceConnection,
  type LancePackages,
  loadLanceDb,
  type StoreSettings,
} from "./lancedb.ts";

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
  retry_timeout: "8s",
  connect_timeout: "3s",
  timeout: "30s",
} as const;

/** Opens a store with what the environment says of credentials and endpoint. */
export async function connectStore(
  settings: StoreSettings,
  runtime: StoreRuntime,
): Promise<Connected> {
  const { uri } = settings;
  const { package_dir } = settings;
  const packages = loadLanceDb({
    uri,
    ...package_dir !== undefined &&
      { package_dir: resolveHere(package_dir, runtime) },
  }, runtime);
  const apiKey = runtime.env("LANCEDB_API_KEY");
  const region = runtime.env("LANCEDB_REGION");
  const options = uri.startsWith("db://")
    ? { ...apiKey && { apiKey }, ...region && { region } }
    : uri.startsWith("s3://")
    ? { storageOptions: storageOptions(runtime) }
    : {};
  try {
    const place = /^[a-z][a-z0-9+]*:\/\//i.test(uri)
      ? uri
      : resolveHere(uri, runtime);
    const connection = await packages.lancedb.connect(place, options);
    return { ...packages, uri, connection };
  } catch (error) {
    throw toStoreError(error, uri);
  }
}

function storageOptions({ env }: StoreRuntime): Record<string, string> {
  const options: Record<string, string> = { ...LIMITS };
  for (const [name, variables] of Object.entries(VARIABLES)) {
    const value = variables.map((one) => env(one)).find((one) => one);
    if (value) options[name] = value;
  }
  // Who names such an endpoint means it.
  if (options.aws_endpoint?.startsWith("http://")) options.allow_http = "true";
  return options;
}

const DENIED =
  /\b40[13]\b|AccessDenied|Forbidden|InvalidAccessKeyId|SignatureDoesNotMatch|Unauthenticated|Unauthorized|ExpiredToken|permission denied/i;
const MISSING = /NoSuchBucket|Table '[^']*' was not found|not found: table/i;
// From there on LanceDB shows the insides of its errors.
const INSIDES =
  /(?::\s{0,2}\w{1,40})?\s{0,2}[({].*|,?\s{0,2}(?:source|LanceError).*/;
const MAX_DETAIL = 200;

/** What LanceDB said: what kind of problem it is, and in words for people. */
export function faultOf(
  error: unknown,
): { fault: "denied" | "empty" | "unreachable"; detail?: string } {
  const message = error instanceof Error ? error.message : String(error);
  if (MISSING.test(message)) return { fault: "empty" };
  const fault = DENIED.test(message) ? "denied" : "unreachable";
  const words = oneLine(message).replace(INSIDES, "");
  const detail = cut(redact(words, []), MAX_DETAIL);
  return { fault, ...detail !== "" && { detail } };
}

/** The same as a problem of the store. */
export function toStoreError(error: unknown, uri: string): ManualError {
  if (error instanceof ManualError) return error;
  const problem = { kind: "store", uri, ...faultOf(error) } as const;
  return new ManualError(problem, { cause: error });
}
