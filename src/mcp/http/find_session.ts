import { ErrorCode, ProtocolError } from "../../jsonrpc/messages.ts";
import { show } from "../../text/show.ts";
import { isLegacyVersion } from "../eras.ts";
import { Refusal } from "./refusal.ts";
import type { Session, Sessions } from "./sessions.ts";

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
