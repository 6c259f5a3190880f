import { ErrorCode } from "../../src/jsonrpc/messages.ts";
import type { ManualErrorCode } from "../../src/manuals/errors.ts";
import type { Reason } from "../../src/responses/responses_error.ts";
import { UNSUPPORTED_VERSION } from "../../src/mcp/eras.ts";
import { MISSING_CAPABILITY } from "../../src/mcp/tasks.ts";
import { HEADER_MISMATCH } from "../../src/mcp/http/classify.ts";
import { code, table } from "./table.ts";

// Typed by the closed sets: a new member without its line does not compile.
const REASONS: Readonly<Record<Reason, [when: string, next: string]>> = {
  invalid_arguments: [
    "An argument is missing, unknown or out of range; nothing was sent.",
    "Correct the argument that the message names.",
  ],
  missing_api_key: [
    "The key's environment variable is not set.",
    "Set `OPENAI_API_KEY` in the client's configuration of this server.",
  ],
  authentication: [
    "The API refused the key (401, 403).",
    "Check the key, its project and its permissions.",
  ],
  model_not_found: [
    "The model is unknown, retired or not open to this key (404).",
    "Name another model in the setting that the message names.",
  ],
  profile_missing: [
    "`model_profiles` is configured without `answer`.",
    "Add the profile.",
  ],
  rate_limited: [
    "The API said 429 until the retries ran out, asked to wait past the deadline, or the quota is used up.",
    "Wait as long as the message says, or check billing.",
  ],
  timeout: [
    "`request.timeout_ms` ran out; in the background only before the answer had an id.",
    "Ask something smaller, use `answer_quick`, raise the limit, or set `responses.background`.",
  ],
  network: [
    "DNS, TLS, a refused connection; or one that broke after the question was sent, which is not sent again because it may have been billed.",
    "Check the network, the proxy and `openai.base_url`; for a certificate of your own, `NODE_EXTRA_CA_CERTS`.",
  ],
  upstream_error: [
    "The API failed or refused the request.",
    "Read the message; try again later.",
  ],
  refused: [
    "The model declined to answer; the message has its words.",
    "Rephrase the question.",
  ],
  incomplete: [
    "The answer ended before it had any text.",
    "Ask something smaller, or lower the effort.",
  ],
  previous_response_not_found: [
    "The conversation is unknown or older than 30 days.",
    "Ask again without `previous_response_id`.",
  ],
  response_not_found: [
    "`answer_result` was asked for an id that the API does not know, or no longer.",
    "Check the id; without one, `answer_result` lists the latest.",
  ],
  cancelled: [
    "The answer was cancelled at the API before it was complete.",
    "Ask again if it is still wanted.",
  ],
};

const MANUAL_CODES: Readonly<Record<ManualErrorCode, string>> = {
  invalid_parameter: "An argument is missing, unknown or out of range.",
  invalid_path: "The path is absolute, leaves the manual or is malformed.",
  out_of_scope: "The path resolves to a place outside the manuals.",
  needs_narrow_scope: "Too many files; `details` names smaller parts.",
  not_found: "No such manual, file, section or trace.",
  forbidden: "A link, a hidden or a special file.",
  invalid_scope: "The tool does not read this kind of file.",
};

const RPC_CODES: readonly [number, string][] = [
  [ErrorCode.ParseError, "The message is not valid JSON."],
  [
    ErrorCode.InvalidRequest,
    "No JSON-RPC request: wrong envelope or id, bad length, message too long, batch.",
  ],
  [ErrorCode.MethodNotFound, "Unknown method, or unknown tool."],
  [ErrorCode.InvalidParams, "Missing or malformed parameters or `_meta`."],
  [
    ErrorCode.InternalError,
    "A part of the program cannot be loaded, or a thread died, as the message says; otherwise a defect: details are on stderr.",
  ],
  [
    ErrorCode.ServerBusy,
    "Too many calls are in flight; try again later. Over HTTP: what the status refuses.",
  ],
  [MISSING_CAPABILITY, "A method of tasks from a client that declares none."],
  [UNSUPPORTED_VERSION, "A protocol version that is not spoken."],
  [HEADER_MISMATCH, "Over HTTP: the headers say something else than the body."],
  [ErrorCode.ToolFailed, "A tool failed (`server.tool_errors: jsonrpc`)."],
];

/** The reasons of failed answers. */
export function reasonsTable(): string {
  return table(
    ["`reason`", "When", "What to do"],
    Object.entries(REASONS).map(([reason, [when, next]]) => [
      code(reason),
      when,
      next,
    ]),
  );
}

/** The codes of failed manual tools. */
export function manualCodesTable(): string {
  return table(
    ["`code`", "When"],
    Object.entries(MANUAL_CODES).map(([name, when]) => [code(name), when]),
  );
}

/** The JSON-RPC error codes. */
export function rpcCodesTable(): string {
  return table(
    ["Code", "When"],
    RPC_CODES.map(([number, when]) => [code(String(number)), when]),
  );
}

/** The codes themselves. */
export function rpcCodes(): number[] {
  return RPC_CODES.map(([number]) => number);
}
