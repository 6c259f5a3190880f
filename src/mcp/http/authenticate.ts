import type { Config } from "../../config/schema.ts";
import { loadJwt } from "../../lazy.ts";
import type { Clock } from "../../runtime/runtime.ts";
import type { Resource } from "./resource.ts";
import { Refusal } from "./refusal.ts";

/** The one caller where nobody is told apart. */
const ANYONE = "anyone";

/** What callers are recognised by. */
export interface AccessOptions {
  /** Bearer tokens by the names of their callers. */
  readonly tokens: ReadonlyMap<string, string>;
  readonly jwt: Config["http"]["jwt"];
  readonly resource: Resource;
  readonly clock: Clock;
}

/** Tells who sends a request. */
export class Authenticator {
  /** Callers must prove who they are. */
  readonly required: boolean;
  readonly #options: AccessOptions;
  readonly #tokens: readonly { name: string; token: Uint8Array }[];
  #verifier: Promise<JwtVerifier> | undefined;

  /** Loads nothing yet. */
  constructor(options: AccessOptions) {
    this.#options = options;
    this.required = options.tokens.size > 0 || options.jwt !== null;
    this.#tokens = [...options.tokens].map(([name, token]) => ({
      name,
      token: encoder.encode(token),
    }));
  }

  /**
   * The caller's id.
   *
   * @throws {Refusal} 401 without a valid token, 503 when none can be checked
   */
  async callerOf({ headers, url }: Request): Promise<string> {
    if (!this.required) return ANYONE;
    const host = headers.get("host") ?? new URL(url).host;
    const header = headers.get("authorization") ?? "";
    const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1];
    if (token === undefined) {
      const missing = header === "" ? "a bearer token" : "one bearer token";
      const problem = `This server wants ${missing} in Authorization`;
      throw this.#unauthorized(host, problem);
    }
    const name = this.#ownToken(token);
    if (name !== undefined) return name;
    if (this.#options.jwt && token.split(".").length === 3) {
      const { caller, problem, passing } = await this.#checkJwt(
        token,
        this.#options.jwt,
      );
      if (caller !== undefined) return caller;
      if (!passing) throw this.#unauthorized(host, problem, "invalid_token");
      const retry = { "retry-after": "5" };
      throw new Refusal(503, "jwks_unreachable", problem, retry);
    }
    throw this.#unauthorized(host, "The token is not known", "invalid_token");
  }

  /** Every token is looked at in full, so that time tells nothing. */
  #ownToken(given: string): string | undefined {
    const bytes = encoder.encode(given);
    let found: string | undefined;
    for (const { name, token } of this.#tokens) {
      if (equal(bytes, token)) found = name;
    }
    return found;
  }

  async #checkJwt(
    token: string,
    settings: NonNullable<Config["http"]["jwt"]>,
  ): Promise<Verdict> {
    const verifier = await this.#loadVerifier(settings);
    return await verifier.verify(token);
  }

  #loadVerifier(
    settings: NonNullable<Config["http"]["jwt"]>,
  ): Promise<JwtVerifier> {
    if (this.#verifier) return this.#verifier;
    const loading = this.#verifier = loadJwt().then((jwt) =>
      jwt.createJwtVerifier(settings, this.#options.clock)
    );
    // The request hears of a failure; the next one tries again.
    loading.catch(() => this.#verifier = undefined);
    return loading;
  }

  #unauthorized(host: string, problem: string, code?: string): Refusal {
    const url = this.#options.resource.metadataUrl(host);
    const parts = [`resource_metadata="${url}"`];
    if (code) parts.push(`error="${code}"`, `error_description="${problem}"`);
    const challenge = `Bearer ${parts.join(", ")}`;
    return new Refusal(401, "unauthorized", problem, {
      "www-authenticate": challenge,
    });
  }
}

/** What a JWT came to. */
export interface Verdict {
  readonly caller?: string;
  /** Why there is no caller; without quotes, as it stands in a header. */
  readonly problem: string;
  /** The keys could not be had: the same token may do later. */
  readonly passing?: boolean;
}

/** Checks JWTs of one issuer. */
export interface JwtVerifier {
  verify(token: string): Promise<Verdict>;
}

const encoder = new TextEncoder();

/** Compares in a time that depends on the given text's length alone. */
function equal(given: Uint8Array, token: Uint8Array): boolean {
  let different = given.length ^ token.length;
  for (let at = 0; at < given.length; at++) {
    different |= (given[at] ?? 0) ^ (token[at % token.length] ?? 0);
  }
  return different === 0;
}
