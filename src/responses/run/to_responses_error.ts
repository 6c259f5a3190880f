import { PROFILE_ENV } from "../../config/sections/model_profiles.ts";
import { cut } from "../../text/show.ts";
import type { ApiFailure } from "./api_failure.ts";
import { isPolicyRefusal, nextStep } from "./next_step.ts";
import type { PreparedRequest, RequestBody } from "../request/request_body.ts";
import {
  type FailureDetail,
  type Reason,
  ResponsesError,
} from "../responses_error.ts";
import { askedWait, isTooLarge, retryAfterMs } from "./retry.ts";
import type { ResponsesSettings } from "../settings.ts";
import { backgroundHint } from "./timeout_error.ts";

/** What the words for a failure may mention. */
export interface FailureContext {
  readonly settings: ResponsesSettings;
  readonly request: Pick<PreparedRequest, "name"> & {
    readonly body: Pick<RequestBody, "model" | "previous_response_id">;
  };
  /** Removes secrets from a text. */
  redact(text: string): string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Milliseconds until the deadline. */
  readonly remaining: number;
  /** Milliseconds of a call in the foreground; absent in the background. */
  readonly lasted?: number | undefined;
}

const MAX_QUOTE = 160;
const WRONG_COUNTRY = "unsupported_country_region_territory";
const MODEL_VARIABLES: ReadonlyMap<string, string> = new Map(
  Object.entries(PROFILE_ENV)
    .filter(([, [, key]]) => key === "model")
    .map(([variable, [profile]]) => [profile, variable]),
);
// What Node and Deno say when they do not trust a server, or find no file of
// authorities to trust.
const CERTIFICATE = /certificate|\bCA file\b/i;

/** Says what went wrong and what to do next. */
export function toResponsesError(
  failure: ApiFailure,
  context: FailureContext,
): ResponsesError {
  const [reason, message] = reasonOf(failure, context);
  return new ResponsesError(reason, context.redact(message), {
    detail: detailOf(failure, context),
    cause: failure,
  });
}

function detailOf(
  failure: ApiFailure,
  { redact }: FailureContext,
): FailureDetail {
  const { status, code, type } = failure;
  return {
    ...status !== undefined
      ? { status }
      : code !== undefined && { status: redact(code) },
    ...type !== undefined && { type: redact(type) },
    name: failure.exception ?? failure.name,
  };
}

function reasonOf(
  failure: ApiFailure,
  context: FailureContext,
): [Reason, string] {
  const { settings, request: { name, body } } = context;
  const { status, code, kind } = failure;
  if (code === "response_not_found" && failure.begun) {
    return ["response_not_found", failure.message];
  }
  if (code === "cancelled" && kind === "reported") {
    return [
      "cancelled",
      "The answer was cancelled at the API before it was complete: ask again if you still want it",
    ];
  }
  const previous = previousResponse(failure, body.previous_response_id);
  if (previous) return ["previous_response_not_found", previous];
  if (kind === "connection" || kind === "unreachable") {
    return ["network", lostConnection(failure, context)];
  }
  if (kind === "too_big") {
    return [
      "upstream_error",
      `${failure.message}: the rest was not read, and it may have been billed. Ask a narrower question, or raise responses.max_bytes`,
    ];
  }
  if (kind === "permission") {
    return [
      "network",
      `May not connect to ${settings.openai.base_url}: add its host to --allow-net, and restart the server`,
    ];
  }
  if (kind === "package") {
    return [
      "network",
      `Cannot load the openai package: check that the npm registry can be reached, then restart the server. It said ${
        quote(failure, context)
      }`,
    ];
  }
  if (isPolicyRefusal(failure)) {
    return ["upstream_error", upstream(failure, context)];
  }
  if (code === WRONG_COUNTRY) {
    return [
      "authentication",
      `${settings.openai.base_url} does not serve the country that this machine is in, or its proxy (${status}). It said ${
        quote(failure, context)
      }`,
    ];
  }
  if (status === 401 || status === 403 || AUTHENTICATION.test(code ?? "")) {
    return [
      "authentication",
      `The API refused the key in ${settings.openai.api_key_env} (${
        status ?? code
      }): check that it is valid, belongs to ${settings.openai.base_url} and may use ${body.model}. It said ${
        quote(failure, context)
      }`,
    ];
  }
  if (isUnknownModel(failure)) {
    return [
      "model_not_found",
      `Model ${body.model} is unknown, retired or not open to this key: ${
        chooseModel(name, settings)
      }`,
    ];
  }
  if (isTooLarge(failure)) {
    return [
      status === 413 ? "upstream_error" : "rate_limited",
      `The request is larger than the API takes (${status ?? code}): ${
        shorten(body)
      }. It said ${quote(failure, context)}`,
    ];
  }
  if (
    status === 429 || outlastsDeadline(failure, context) ||
    kind === "reported" && LIMITED.test(code ?? failure.type ?? "")
  ) {
    return ["rate_limited", limited(failure, context)];
  }
  return ["upstream_error", upstream(failure, context)];
}

// Names of errors in events; over HTTP the status says the same.
const AUTHENTICATION = /^(invalid_api_key|authentication_error)$/;
const LIMITED = /^(rate_limit|too_many_requests|insufficient_quota|429)/;

function shorten(
  { previous_response_id: id }: FailureContext["request"]["body"],
): string {
  return id === undefined
    ? "ask a shorter question, or choose a model with a higher limit"
    : "leave previous_response_id out to start a new conversation";
}

/** 002 §3.5, told apart by code and parameter instead of by the message. */
function previousResponse(
  failure: ApiFailure,
  id: string | undefined,
): string | undefined {
  if (id === undefined) return undefined;
  const next = "Leave previous_response_id out to start a new conversation";
  if (failure.code === "previous_response_not_found") {
    return `Previous response not found: ${id}. The response may have expired (30 day limit) or never existed. ${next}`;
  }
  // Where nothing is kept, no id will ever work: the API says why.
  if (isUnsupported(failure)) return undefined;
  if (failure.param === "previous_response_id") {
    return `Invalid or expired previous_response_id: ${id}. Response IDs are valid for 30 days. ${next}`;
  }
  return undefined;
}

function isUnsupported({ code, message }: ApiFailure): boolean {
  return code?.startsWith("unsupported") === true ||
    /zero data retention/i.test(message);
}

function isUnknownModel({ status, code, param, message }: ApiFailure): boolean {
  // Azure calls a model by the name of its deployment.
  if (code === "model_not_found" || code === "DeploymentNotFound") return true;
  return status === 404 && (param === "model" || /\bmodel\b/i.test(message));
}

function chooseModel(
  name: PreparedRequest["name"],
  { model_profiles: profiles }: ResponsesSettings,
): string {
  const profile = name !== "iris" && profiles[name] ? name : "answer";
  const variable = MODEL_VARIABLES.get(profile) ?? "MODEL_ANSWER";
  const set = `set another in model_profiles.${profile}.model (or ${variable})`;
  return name === "iris" ? `leave the argument model out, or ${set}` : set;
}

function lostConnection(failure: ApiFailure, context: FailureContext): string {
  const { settings, request, lasted } = context;
  const { base_url: url } = settings.openai;
  if (failure.kind === "connection") {
    const hint = backgroundHint(settings, request.name, lasted);
    const when = failure.begun
      ? "while the answer was arriving"
      : "after the question was sent";
    return `The connection broke ${when}. The question may have been billed and was not sent again; ask again if you still want the answer${hint}. Error: ${
      quote(failure, context)
    }`;
  }
  if (CERTIFICATE.test(failure.message)) {
    return `Cannot trust the certificate of ${url}: check openai.base_url and the system's clock; if your network or your gateway has its own authority, name its PEM file in NODE_EXTRA_CA_CERTS, and restart the server. Error: ${
      quote(failure, context)
    }`;
  }
  return `Cannot reach ${url}: check the network, the proxy and openai.base_url, then ask again. Error: ${
    quote(failure, context)
  }`;
}

function limited(failure: ApiFailure, context: FailureContext): string {
  if (failure.code === "insufficient_quota") {
    return `The OpenAI account has no quota left (${
      failure.status ?? failure.code
    }): check plan and billing, then ask again`;
  }
  const when = askedWait(failure, context.now) ?? "wait a minute";
  return `The API limits requests (${
    failure.status ?? failure.code
  }): ${when}, then ask again. It said ${quote(failure, context)}`;
}

/** A server that names a time too long to wait for limits us, whatever else. */
function outlastsDeadline(
  { status = 0, retryAfter }: ApiFailure,
  { now, remaining }: FailureContext,
): boolean {
  const wait = retryAfterMs(retryAfter, now);
  return status >= 500 && wait !== undefined && wait >= remaining;
}

/** What the server said; half a key would not be recognised, so cut last. */
export function quote(
  { message }: ApiFailure,
  { redact }: Pick<FailureContext, "redact">,
): string {
  return `"${cut(redact(message), MAX_QUOTE)}"`;
}

function upstream(failure: ApiFailure, context: FailureContext): string {
  const { status, kind } = failure;
  const { settings, request: { body } } = context;
  const said = quote(failure, context);
  const next = nextStep(failure, body);
  if (status !== undefined && status >= 500) {
    const asked = askedWait(failure, context.now);
    const when = asked ? `${asked}, then ask again` : "ask again later";
    return `The API failed (${status}): ${when}. It said ${said}`;
  }
  if (status === 404 || status === 405) {
    const or = body.previous_response_id === undefined
      ? ""
      : ", or leave previous_response_id out";
    return `${settings.openai.base_url} answered ${status}: ${said}; check openai.base_url${or}`;
  }
  if (status !== undefined && status < 400) {
    return `${settings.openai.base_url} sends requests elsewhere (${status}), and nothing was sent there: set openai.base_url to the address that answers`;
  }
  if (status !== undefined) {
    return `The API refused the request (${status}): ${said}; ${
      next ?? "check the model and the settings of its profile"
    }`;
  }
  if (kind === "protocol") {
    return `The server did not answer in the form of the Responses API: check openai.base_url, or set responses.stream to ${!settings
      .responses
      .stream}. The question may have been billed, and was not sent again. Error: ${said}`;
  }
  return `The API could not finish the response: ${said}; ${
    next ?? "ask again"
  }`;
}
