/**
 * JWTs of one issuer, checked by its published keys. The only module that knows
 * `jose`; loaded with the first token that may be a JWT.
 *
 * @module
 */
import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import type { Config } from "../../config/schema.ts";
import type { Clock } from "../../runtime/runtime.ts";
import type { JwtVerifier, Verdict } from "./authenticate.ts";
import { remember } from "./remember.ts";

/** Never a shared secret: whoever can check such a token can make one. */
const ALGORITHMS = [
  "ES256",
  "ES384",
  "ES512",
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "EdDSA",
  "Ed25519",
];

/** Tokens whose signature is not checked again for a while. */
const MAX_REMEMBERED = 1_000;

/** How long keys are trusted, and what they have signed. */
const KEYS_MS = 600_000;

/** Codes that mean that there were no keys to check by, whatever the token. */
const PASSING = new Set([
  "ERR_JWKS_TIMEOUT",
  "ERR_JWKS_INVALID",
  "ERR_JOSE_GENERIC",
]);

/** Checks tokens of one issuer; keys are cached, and fetched anew in rotation. */
export function createJwtVerifier(
  { issuer, audience, jwks_url }: NonNullable<Config["http"]["jwt"]>,
  clock: Clock,
): JwtVerifier {
  const keys = createRemoteJWKSet(new URL(jwks_url), {
    cooldownDuration: 30_000,
    cacheMaxAge: KEYS_MS,
    timeoutDuration: 3_000,
  });
  const known = new Map<string, { caller: string; until: number }>();

  async function check(token: string): Promise<Verdict> {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: 30,
      currentDate: new Date(clock.now()),
      requiredClaims: ["sub", "exp"],
    });
    const { sub = "", exp = 0 } = payload;
    if (sub === "") return { problem: "The token has an empty sub" };
    // No name of a static token has a space.
    const caller = `${issuer} ${sub}`;
    const until = Math.min(exp * 1000, clock.now() + KEYS_MS);
    remember(known, token, { caller, until }, MAX_REMEMBERED);
    return { caller, problem: "" };
  }

  return {
    async verify(token) {
      const found = known.get(token);
      if (found && clock.now() < found.until) {
        return { caller: found.caller, problem: "" };
      }
      known.delete(token);
      try {
        return await check(token);
      } catch (error) {
        return explain(error);
      }
    },
  };
}

function explain(error: unknown): Verdict {
  const code = error instanceof errors.JOSEError ? error.code : undefined;
  if (code === undefined || PASSING.has(code)) {
    const problem = "The issuer's keys cannot be had: see http.jwt.jwks_url";
    return { problem, passing: true };
  }
  switch (code) {
    case "ERR_JWT_EXPIRED":
      return { problem: "The token has expired: get a new one" };
    case "ERR_JWT_CLAIM_VALIDATION_FAILED": {
      const claim = error instanceof errors.JWTClaimValidationFailed
        ? error.claim
        : "claim";
      return { problem: `The token's ${claim} is not what this server wants` };
    }
    case "ERR_JWKS_NO_MATCHING_KEY":
      return { problem: "The issuer has no key for this token" };
    case "ERR_JOSE_ALG_NOT_ALLOWED":
      return { problem: "The token is signed in a way that is not accepted" };
    default:
      return { problem: "The token is not valid" };
  }
}
