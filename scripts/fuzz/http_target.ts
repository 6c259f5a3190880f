import { HttpPair, messagesOf } from "../../tests/kit/http_pair.ts";
import type { Message } from "../../tests/kit/server_pair.ts";
import { failed, said, testTool } from "../../tests/kit/test_tools.ts";
import { isObject } from "../../src/schema/value.ts";
import {
  MALLORY,
  type Named,
  type Sent,
  TOKENS,
  toldHeaders,
  type Visit,
  visits,
} from "./http_requests.ts";
import { wellFormed } from "./server_target.ts";
import type { Target, Verdict } from "./target.ts";

/** All that a client may be told, whatever it sends; 499 only if it left. */
const STATUSES: readonly number[] = [
  ...[200, 202, 204],
  ...[400, 401, 403, 404, 405, 406, 413, 415, 429, 499],
];
/** Long enough for every good message, short enough to be exceeded. */
const MAX_BYTES = 4096;

/**
 * The HTTP handler in memory: messages, headers, methods and sessions, changed
 * and mixed. Each request gets one response with a status that is foreseen,
 * nobody gets in without a token or into another's session, no token is shown,
 * and afterwards nothing is in flight and a good call is answered.
 */
export const httpTarget: Target<Visit> = {
  name: "http",
  unit: "requests",
  open: () => ({ inputs: visits, check: checkVisit }),
};

type Sessions = Readonly<Record<Exclude<Named, "none">, string>>;

async function checkVisit({ sent, together }: Visit): Promise<Verdict> {
  const pair = makePair();
  const sessions = await openSessions(pair);
  pair.accesses.length = 0;
  let problem: string | undefined;
  const shown: string[] = [];
  const one = async (request: Sent): Promise<void> => {
    const told = pair.accesses.length;
    const { response, text } = await ask(pair, request, sessions);
    shown.push(text, JSON.stringify([...response.headers]));
    problem ??= await responseProblem(request, response, text, together);
    if (!together) {
      problem ??= accessProblem(pair, request, response, told);
    }
  };
  if (together) await Promise.all(sent.map(one));
  else for (const request of sent) await one(request);
  problem ??= leak([...shown, ...pair.stderr, JSON.stringify(pair.accesses)]);
  problem ??= await aftermath(pair);
  if (pair.stderr.join("").includes("internal error")) {
    problem ??= pair.stderr.join("");
  }
  return { units: sent.length, problem };
}

function makePair(): HttpPair {
  return new HttpPair({
    tokens: TOKENS,
    server: { max_message_bytes: MAX_BYTES },
    // So few that one which is not given back is missed.
    http: { max_per_caller: 3 },
    bodies: true,
    tools: {
      tools: [
        testTool("echo", ({ text }) => said(String(text)), {
          type: "object",
          properties: { text: { type: "string" } },
          required: ["text"],
        }),
        testTool("fails", () => failed({ reason: "always" })),
        testTool("talks", async (_args, { progress }) => {
          progress("one");
          await Promise.resolve();
          progress("two");
          return said("done");
        }),
      ],
    },
  });
}

async function openSessions(pair: HttpPair): Promise<Sessions> {
  // The first speaks the version that has batches.
  const ada = await pair.session({ token: TOKENS.ada }, "2025-03-26");
  const bob = await pair.session({ token: TOKENS.bob });
  const ended = await pair.session({ token: TOKENS.ada });
  await pair.fetch(null, {
    method: "DELETE",
    token: TOKENS.ada,
    session: ended,
  });
  return { ada, bob, ended, "made up": `${ada.slice(0, -3)}xyz` };
}

async function ask(
  pair: HttpPair,
  { body, session, token, told, leaves, ...sent }: Sent,
  sessions: Sessions,
): Promise<{ response: Response; text: string }> {
  const response = await pair.fetch(sent.breaks ? broken(body) : body, {
    method: sent.method,
    path: sent.path,
    headers: {
      ...told && toldHeaders(parsed(body)),
      ...Object.fromEntries(sent.headers),
    },
    ...token !== undefined && { token },
    ...session !== "none" && { session: sessions[session] },
    ...leaves && { signal: AbortSignal.abort() },
  });
  return { response, text: await response.clone().text() };
}

function broken(body: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      const bytes = new TextEncoder().encode(body);
      controller.enqueue(bytes.subarray(0, bytes.length >> 1));
      controller.error(new Error("the client broke off"));
    },
  });
}

async function responseProblem(
  { method, path, body, token, session, leaves, headers }: Sent,
  response: Response,
  text: string,
  together: boolean,
): Promise<string | undefined> {
  const { status } = response;
  const said = `${method} ${path}: ${status} ${text.slice(0, 300)}`;
  if (!STATUSES.includes(status)) return `unforeseen ${said}`;
  if (status === 499) return leaves ? undefined : `nobody left: ${said}`;
  if (path !== "/mcp" || method === "OPTIONS" || method === "HEAD") {
    return undefined;
  }
  const stranger = token === undefined || token === MALLORY;
  if (stranger && status !== 401 && status !== 403) return `let in: ${said}`;
  if (status >= 400) return isRefusal(text) ? undefined : `no refusal: ${said}`;
  const foreign = session !== "none" &&
    session !== (token === TOKENS.ada ? "ada" : "bob");
  const named = headers.every(([name]) => name !== "mcp-session-id");
  if (foreign && named && !isSessionless(body + headers.join())) {
    return `in a session that is none: ${said}`;
  }
  if (status !== 200) return text === "" ? undefined : `a body: ${said}`;
  const messages = (await messagesOf(response)).flat();
  return areAnswers(messages, parsed(body), together)
    ? undefined
    : `not the answer: ${said}`;
}

/** Modern requests and the handshake need no session. */
function isSessionless(sent: string): boolean {
  return sent.includes("2026-07-28") || sent.includes('"initialize"');
}

function isRefusal(text: string): boolean {
  const message = parsed(text);
  return isObject(message) && isObject(message.error) &&
    wellFormed(message as unknown as Message);
}

/** A request has one answer, and what comes before it is a notification. */
function areAnswers(
  messages: readonly Message[],
  body: unknown,
  together: boolean,
): boolean {
  const answers = messages.filter(({ method }) => method === undefined);
  if (!answers.every(wellFormed)) return false;
  // At once with others, an id may be in use or be cancelled.
  if (together || Array.isArray(body)) return true;
  return answers.length === 1 && isObject(body) && answers[0]?.id === body.id;
}

/** Every request to the endpoint is told of once, with its status. */
function accessProblem(
  { accesses }: HttpPair,
  { method, path }: Sent,
  { status }: Response,
  before: number,
): string | undefined {
  if (path !== "/mcp" || method === "OPTIONS") return undefined;
  const told = accesses.slice(before).map((access) => access.status);
  return told.length === 1 && told[0] === status
    ? undefined
    : `told of ${told.join()}, answered ${status}`;
}

function leak(shown: readonly string[]): string | undefined {
  const secrets = [...Object.values(TOKENS), MALLORY];
  return shown.find((text) => secrets.some((token) => text.includes(token)));
}

/** Nothing is left behind, and a good call is answered. */
async function aftermath(pair: HttpPair): Promise<string | undefined> {
  const args = { name: "echo", arguments: { text: "still here" } };
  const token = TOKENS.ada;
  const response = await pair.modern("tools/call", args, { token });
  const text = await response.text();
  if (!text.includes("still here")) return `afterwards ${text}`;
  const metrics = await pair.fetch(null, { method: "GET", path: "/metrics" });
  const [, inFlight] = /_in_flight (\d+)/.exec(await metrics.text()) ?? [];
  return inFlight === "0" ? undefined : `${inFlight} still in flight`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
