import type { Runtime } from "../runtime/runtime.ts";
import { ConfigError } from "./draft.ts";
import type { Config } from "./schema.ts";
import { HTTP_SECRET_ENV, HTTP_TOKENS_ENV } from "./sections/http.ts";

/** Shorter ones can be guessed. */
const MIN_LENGTH = 16;

/** Who may call over HTTP: from the environment, never from a file. */
export interface HttpAccess {
  readonly tokens: ReadonlyMap<string, string>;
  readonly secret: string | undefined;
  readonly warnings: readonly string[];
}

/**
 * Reads tokens and secret, and checks that they suit the address.
 *
 * @throws {ConfigError} for tokens that cannot be read, or if anyone could call
 */
export function readHttpAccess(
  { env }: Pick<Runtime, "env">,
  { host, public_url, allowed_hosts, jwt }: Config["http"],
): HttpAccess {
  const problems: string[] = [];
  const tokens = readTokens(env(HTTP_TOKENS_ENV) ?? "", problems);
  const secret = env(HTTP_SECRET_ENV)?.trim() || undefined;
  const isOpen = tokens.size === 0 && jwt === null;
  const local = isLoopback(host);
  if (isOpen && !local && problems.length === 0) {
    problems.push(
      `http.host is ${host}, which others can reach, but nobody would have to prove who they are: set ${HTTP_TOKENS_ENV} (alice=<token>) or http.jwt, or listen on 127.0.0.1`,
    );
  }
  if (problems.length > 0) throw new ConfigError(problems);
  const warnings = [...tokens]
    .filter(([, token]) => token.length < MIN_LENGTH)
    .map(([name]) =>
      `${HTTP_TOKENS_ENV}: the token of ${name} is short enough to be guessed; take ${MIN_LENGTH} characters or more`
    );
  if (secret !== undefined && secret.length < MIN_LENGTH) {
    warnings.push(
      `${HTTP_SECRET_ENV} is short enough to be guessed; take ${MIN_LENGTH} characters or more`,
    );
  }
  if (!local && public_url === null && allowed_hosts.length === 0) {
    warnings.push(
      `no name is served but ${host}: set http.public_url, or http.allowed_hosts to the names that clients use`,
    );
  }
  return { tokens, secret, warnings };
}

function readTokens(
  text: string,
  problems: string[],
): ReadonlyMap<string, string> {
  const tokens = new Map<string, string>();
  const entries = text.split(",").map((entry) => entry.trim());
  for (const [at, entry] of entries.entries()) {
    if (entry === "") continue;
    const [, name, token] = /^([\w.@-]{1,64})=([\w.~+/-]+=*)$/.exec(entry) ??
      [];
    // Neither is shown: what is wrong may be the token.
    if (name === undefined || token === undefined) {
      problems.push(
        `${HTTP_TOKENS_ENV}: entry ${
          at + 1
        } is not name=token with a token of letters, digits and -._~+/`,
      );
    } else if (tokens.has(name) || [...tokens.values()].includes(token)) {
      problems.push(
        `${HTTP_TOKENS_ENV}: entry ${at + 1} repeats a name or a token`,
      );
    } else {
      tokens.set(name, token);
    }
  }
  return tokens;
}

/** A host without the brackets that an IPv6 address has in a URL. */
export function bareHost(host: string): string {
  return host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
}

/** A host as URLs and `Host` name it, however it was given: IPv6 in brackets. */
export function hostInUrl(host: string): string {
  const name = bareHost(host);
  return name.includes(":") ? `[${name}]` : name;
}

/** Tells whether a host can be reached from this machine alone. */
export function isLoopback(host: string): boolean {
  const name = bareHost(host);
  return name === "localhost" || name === "::1" ||
    /^127(\.\d{1,3}){3}$/.test(name);
}
