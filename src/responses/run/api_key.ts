import { hideSecrets, redact, REDACTED } from "../../text/redact.ts";
import { ResponsesError } from "../responses_error.ts";

// Servers at home take any word for a key, such as their own name; an answer may
// be about it.
const MIN_HIDDEN = 16;
// The API masks the middle of a key that it quotes; we hide all of it.
const MASKED_KEY = /\bsk-[\w*-]+/g;

/**
 * Reads the API key. Spaces and line ends around it, as a key file leaves
 * them, are dropped.
 *
 * @throws {ResponsesError} when there is none, or it cannot be one
 */
export function readApiKey(
  name: string,
  env: (name: string) => string | undefined,
): string {
  const key = env(name)?.trim() ?? "";
  if (key === "") {
    throw new ResponsesError(
      "missing_api_key",
      `No API key: set the environment variable ${name} (in a shell: export ${name}=…; in an MCP client: the "env" block of this server), then start again`,
    );
  }
  // It would fail as a header, with an error that shows it.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new ResponsesError(
      "authentication",
      `The value of ${name} is no API key: it holds spaces or characters outside ASCII; copy the key again`,
    );
  }
  return key;
}

/** Makes the function that keeps a key out of every log line and error. */
export function redactorFor(
  apiKey: string,
  redactMore: (text: string) => string,
): (text: string) => string {
  return (text) =>
    redactMore(redact(text, [apiKey])).replace(MASKED_KEY, REDACTED);
}

/**
 * Makes the function that hides secrets in what a server sent: it knows them,
 * and may echo them anywhere.
 */
export function hiderFor(
  ...secrets: readonly string[]
): (text: string) => string {
  const hidden = secrets.filter(({ length }) => length >= MIN_HIDDEN);
  return (text) => hideSecrets(text, hidden);
}
