import { ResponsesError } from "./responses_error.ts";

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
      `No API key: set the environment variable ${name}, for example in the "env" block of this server in the MCP client's settings, and restart the server`,
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
