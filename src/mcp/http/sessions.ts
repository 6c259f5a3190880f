import { ErrorCode, ProtocolError } from "../../jsonrpc/messages.ts";
import type { Clock } from "../../runtime/runtime.ts";
import { fromBase64Url, toBase64Url } from "../../text/base64url.ts";
import { show } from "../../text/show.ts";
import { isLegacyVersion } from "../eras.ts";
import { InFlight } from "../in_flight.ts";
import { Refusal } from "./refusal.ts";
import { remember } from "./remember.ts";
import type { Secret } from "./secret.ts";

/** How long a session lasts, whether it is used or not. */
const SESSION_MS = 24 * 60 * 60 * 1000;

/** Sessions whose signatures are not checked again, and ended ones, at most. */
const MAX_REMEMBERED = 10_000;

/** A legacy client's session: all of it stands in its id. */
export interface Session {
  /** Unique, and no secret. */
  readonly key: string;
  /** The revision that `initialize` agreed on. */
  readonly version: string;
  readonly expiresAt: number;
}

/**
 * Sessions without a store: an id is what was agreed on and a signature, so
 * that any replica with the secret knows it. What is in flight and what has
 * been ended is known to this replica alone.
 */
export class Sessions {
  readonly #secret: Secret;
  readonly #clock: Clock;
  readonly #known = new Map<string, Session>();
  /** Ended sessions by key, and when they would have expired. */
  readonly #ended = new Map<string, number>();
  readonly #active = new Map<string, { inFlight: InFlight; posts: number }>();

  /** Keeps nothing yet. */
  constructor(secret: Secret, clock: Clock) {
    this.#secret = secret;
    this.#clock = clock;
  }

  /** Makes the id of a new session of a caller. */
  async create(caller: string, version: string): Promise<string> {
    const key = toBase64Url(crypto.getRandomValues(new Uint8Array(12)));
    const expiresAt = this.#clock.now() + SESSION_MS;
    const payload = toBase64Url(
      new TextEncoder().encode(JSON.stringify([key, version, expiresAt])),
    );
    const signature = await this.#secret.sign("session", caller, payload);
    return `${payload}.${signature}`;
  }

  /** The session of an id, if it is this caller's, unexpired and not ended. */
  async find(caller: string, id: string): Promise<Session | undefined> {
    const name = `${caller}\n${id}`;
    const session = this.#known.get(name) ?? await this.#read(caller, id);
    if (!session || session.expiresAt <= this.#clock.now()) return undefined;
    if (this.#ended.has(session.key)) return undefined;
    remember(this.#known, name, session, MAX_REMEMBERED);
    return session;
  }

  /** Ends a session: here it is unknown from now on. */
  end(session: Session): void {
    remember(this.#ended, session.key, session.expiresAt, MAX_REMEMBERED);
    this.#active.get(session.key)?.inFlight.abortAll("the session was ended");
  }

  /** The requests of a session, kept while a POST of it is open. */
  enter(session: Session): { inFlight: InFlight; leave(): void } {
    const { key } = session;
    const active = this.#active.get(key) ??
      { inFlight: new InFlight(), posts: 0 };
    this.#active.set(key, active);
    active.posts++;
    return {
      inFlight: active.inFlight,
      leave: () => {
        if (--active.posts === 0) this.#active.delete(key);
      },
    };
  }

  async #read(caller: string, id: string): Promise<Session | undefined> {
    const [payload = "", signature = "", ...more] = id.split(".");
    if (more.length > 0) return undefined;
    const ours = await this.#secret.verify(
      signature,
      "session",
      caller,
      payload,
    );
    const bytes = ours ? fromBase64Url(payload) : undefined;
    if (!bytes) return undefined;
    const [key, version, expiresAt] = JSON.parse(
      new TextDecoder().decode(bytes),
    );
    return { key, version, expiresAt };
  }
}

/** The session that a legacy message must come in; none for `initialize`. */
export async function legacySession(
  headers: Headers,
  caller: string,
  method: string,
  sessions: Sessions,
): Promise<Session | undefined> {
  const version = headers.get("mcp-protocol-version");
  if (version !== null && !isLegacyVersion(version)) {
    throw new Refusal(
      400,
      "unsupported_version",
      `MCP-Protocol-Version ${show(version)} is not supported`,
    );
  }
  if (method === "initialize") return undefined;
  return await findSession(headers, caller, sessions);
}

/**
 * The session that a request names.
 *
 * @throws {Refusal} 400 where it names none, 404 where there is no such session
 */
export async function findSession(
  headers: Headers,
  caller: string,
  sessions: Sessions,
): Promise<Session> {
  const id = headers.get("mcp-session-id");
  if (id === null) {
    throw new Refusal(
      400,
      "no_session",
      "Mcp-Session-Id is missing: send initialize first, or speak revision 2026-07-28",
    );
  }
  const session = await sessions.find(caller, id);
  if (session) return session;
  const problem = "Session not found: send initialize for a new one";
  const error = new ProtocolError(ErrorCode.ToolFailed, problem);
  throw new Refusal(404, "session_not_found", error);
}
