import type { McpClient } from "../../tests/kit/mcp_client.ts";
import { seededRandom } from "../../tests/kit/random.ts";
import { QUESTION } from "../faults/expect.ts";
import { MANUAL, writePage } from "../faults/manual.ts";
import { pause } from "../../tests/kit/within.ts";
import type { Plan, Script } from "../../tests/kit/fake_openai/mod.ts";
import { askLong, leaveLong } from "./long_answers.ts";
import { begin, type LoadOptions, ok, type Turn } from "./turn.ts";

/** Pages of the manual that the load searches. */
export const PAGES = 80;

/** Manuals besides it: more than are kept open. */
const OTHER_MANUALS = 40;
/** One in so many is too large for its index to be read whole: it is kept open. */
const LARGE = 5;
/** Words of such a manual, most of them different. */
const LARGE_WORDS = 30_000;

/** Makes the manuals that are only now and then asked for. */
export async function makeOtherManuals(root: string): Promise<void> {
  const random = seededRandom(1);
  for (let i = 0; i < OTHER_MANUALS; i++) {
    const length = i % LARGE === 0 ? LARGE_WORDS : 1;
    const words = Array.from({ length }, () => `w${random(2 ** 20)}`);
    await Deno.mkdir(`${root}/other${i}`);
    await Deno.writeTextFile(
      `${root}/other${i}/page.md`,
      `# Other\n\nlamp number${i}\n\n${words.join(" ")}\n`,
    );
  }
}

/** The manual that is published anew: a large one, so that one kept shows. */
const EDITED = "other0";

/** Makes a new edition of a manual; by its name it can be found. */
export async function writeEdition(root: string): Promise<string> {
  const edition = `edition${crypto.randomUUID().replaceAll("-", "")}`;
  const path = `${root}/${EDITED}/page.md`;
  const [head = "", ...rest] = (await Deno.readTextFile(path)).split("\n\n");
  const text = [head, `lamp number0 ${edition}`, ...rest.slice(1)];
  await Deno.writeTextFile(path, text.join("\n\n"));
  return edition;
}

/** Tells whether a server knows that edition. */
export async function hasEdition(
  peer: McpClient,
  edition: string,
): Promise<boolean> {
  const search = { query: edition, required_terms: [edition] };
  const find = peer.call("manual_find", { manual_id: EDITED, ...search });
  const { data } = await ok(find, "find");
  return JSON.stringify(data).includes("page.md");
}

/**
 * What the API says when nothing goes wrong: so long that a few answers that are
 * kept stand out from what a heap varies by. It is a title that is long: a text
 * would come in thousands of events.
 */
export const LONG_ANSWER: Script = {
  text: "This is the answer.",
  searches: [{ query: "q", urls: ["https://example.com/"] }],
  cites: [{ url: "https://example.com/", title: "long ".repeat(32_000) }],
};

/** The rest of a question, long for the same reason. */
const LONG_QUESTION = " and so on".repeat(16_000);

/** What goes wrong with the API now and then; any call may be hit. */
const PLANS: readonly Plan[] = [
  {
    fault: {
      kind: "status",
      status: 503,
      headers: { "retry-after-ms": "5" },
    },
  },
  {
    fault: {
      kind: "status",
      status: 429,
      headers: { "retry-after": "9999" },
    },
  },
  { fault: { kind: "status", status: 400 } },
  { fault: { kind: "cut", events: 3 } },
  { fault: { kind: "garbage", events: 2 } },
  { fault: { kind: "end", events: 5 } },
  { fault: { kind: "raw", contentType: "text/html", body: "<p>Hello" } },
  { fault: { kind: "linger" } },
  { pieceBytes: 100 },
  { delayMs: 40 },
];

const BAD_LINES = [
  "{not json\n",
  "[1,2\n",
  '{"jsonrpc":"2.0","id":{},"method":"ping"}\n',
  "Content-Length: nine\r\n\r\n",
  "\u0000\n",
] as const;

const BAD_CALLS: readonly (readonly [string, Record<string, unknown>])[] = [
  ["answer", {}],
  ["answer", { query: "x", max_results: 99 }],
  ["answer_quick", { query: "x", no_such: 1 }],
  ["manual_read", { ref: {} }],
  ["manual_find", { manual_id: "nowhere", query: "x", required_terms: ["x"] }],
  ["manual_scan", { manual_id: MANUAL, path: "../../etc/passwd" }],
  ["manual_hits", { trace_id: "no-such-trace" }],
];

const PIECES: readonly (readonly [number, (turn: Turn) => Promise<void>])[] = [
  [30, ask],
  [12, askAndCancel],
  [6, askLong],
  [3, leaveLong],
  [10, findAndRead],
  [8, findAndPage],
  [5, findAndCancel],
  [6, findElsewhere],
  [8, browse],
  [10, callBadly],
  [7, sendGarbage],
  [10, chat],
];
const TOTAL = PIECES.reduce((sum, [weight]) => sum + weight, 0);

/** How long a load lasts, or has lasted. */
export interface Length {
  readonly seconds: number;
  /** On a busy machine a time alone would hold next to nothing. */
  readonly turns: number;
}

/** Keeps all callers busy until both are reached, and waits for the last. */
export async function runLoad(
  options: LoadOptions,
  least: Length,
): Promise<Length> {
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  let failed = false;
  const busy = (): boolean =>
    !failed && (seconds() < least.seconds || turns < least.turns);
  const random = seededRandom(options.seed);
  const { api, peers, inTurn } = options;
  let turns = 0;
  async function caller(peer: McpClient): Promise<void> {
    while (busy()) {
      await choose(random)({ peer, api, random, inTurn });
      turns++;
    }
  }
  async function editor(): Promise<void> {
    while (busy()) {
      await writePage(options.root, random(PAGES), 1 + random(8));
      if (random(20) === 0) await touchAll(options.root);
      await pause(200);
    }
  }
  const perPeer = Math.ceil(options.callers / peers.length);
  const callers = peers.flatMap((peer) =>
    Array.from({ length: perPeer }, () => caller(peer))
  );
  const ended = await Promise.allSettled(
    [editor(), ...callers].map((one) =>
      one.catch((error) => {
        // The others must end too, or they would go on without a server.
        failed = true;
        throw error;
      })
    ),
  );
  for (const one of ended) if (one.status === "rejected") throw one.reason;
  return { seconds: seconds(), turns };
}

/** As a checkout or `chmod -R` does: every file changes, and none. */
async function touchAll(root: string): Promise<void> {
  const now = Date.now() / 1000;
  for (let i = 0; i < PAGES; i++) {
    await Deno.utime(`${root}/${MANUAL}/page${i}.md`, now, now);
  }
}

function choose(
  random: (below: number) => number,
): (turn: Turn) => Promise<void> {
  let at = random(TOTAL);
  for (const [weight, piece] of PIECES) {
    if (at < weight) return piece;
    at -= weight;
  }
  return chat;
}

async function ask({ peer, api, random }: Turn): Promise<void> {
  const plan = PLANS[random(PLANS.length * 3)];
  if (plan) api.next(plan);
  const id = peer.nextId();
  const profile = ["answer", "answer_detailed", "answer_quick"][random(3)];
  const weather = { query: `weather ${random(100)}${LONG_QUESTION}` };
  await peer.call(profile ?? "answer", random(2) ? QUESTION : weather, id);
  peer.progress.delete(id);
}

async function askAndCancel(turn: Turn): Promise<void> {
  if (turn.random(2)) turn.api.next({ fault: { kind: "stall", events: 2 } });
  const name = turn.random(2) ? "answer" : "answer_detailed";
  await begin(turn, name, QUESTION);
}

async function findAndCancel(turn: Turn): Promise<void> {
  await begin(turn, "manual_find", query(turn.random(PAGES)));
}

function query(page: number): Record<string, unknown> {
  const word = `page${page}`;
  return { manual_id: MANUAL, query: word, required_terms: [word] };
}

async function findAndRead({ peer, random }: Turn): Promise<void> {
  const page = random(PAGES);
  await ok(peer.call("manual_find", query(page)), "find");
  const ref = { manual_id: MANUAL, path: `page${page}.md`, start_line: 1 };
  // The editor may be writing it just now.
  await peer.call("manual_read", { ref });
}

/** Asks that of more manuals than are kept open which was closed longest ago. */
async function findElsewhere({ peer, inTurn }: Turn): Promise<void> {
  await findOther(peer, inTurn(OTHER_MANUALS));
}

/** Opens all of them twice: then as many are open as ever may be. */
export async function openOthers(peer: McpClient): Promise<void> {
  for (let i = 0; i < 2 * OTHER_MANUALS; i++) {
    await findOther(peer, i % OTHER_MANUALS);
  }
}

async function findOther(peer: McpClient, other: number): Promise<void> {
  const word = `number${other}`;
  const manual_id = `other${other}`;
  const search = { manual_id, query: word, required_terms: [word] };
  const { data } = await ok(peer.call("manual_find", search), "find");
  if (JSON.stringify(data).includes("page.md")) return;
  throw new Error(`${manual_id} has lost its page: ${JSON.stringify(data)}`);
}

async function findAndPage({ peer, random }: Turn): Promise<void> {
  const text = { ...query(random(PAGES)), query: `reset w${random(20)}` };
  const { data } = await ok(
    peer.call("manual_find", { ...text, include_claim_graph: true }),
    "find",
  );
  const { trace_id } = data;
  for (const kind of ["candidates", "claims"]) {
    await peer.call("manual_hits", { trace_id, kind });
  }
}

async function browse({ peer, random }: Turn): Promise<void> {
  await ok(peer.call("manual_ls", {}), "ls");
  await peer.call("manual_toc", { manual_id: MANUAL, depth: "deep" });
  const path = `page${random(PAGES)}.md`;
  await peer.call("manual_scan", { manual_id: MANUAL, path });
}

async function callBadly({ peer, random }: Turn): Promise<void> {
  const [name, args] = BAD_CALLS[random(BAD_CALLS.length)] ?? ["answer", {}];
  const { failed } = await peer.call(name, args);
  if (!failed) throw new Error(`${name} took ${JSON.stringify(args)}`);
}

async function sendGarbage({ peer, random }: Turn): Promise<void> {
  await peer.write(BAD_LINES[random(BAD_LINES.length)] ?? "");
  await peer.request("ping");
}

async function chat({ peer, random }: Turn): Promise<void> {
  const methods = ["ping", "tools/list", "initialize", "no/such"];
  await peer.request(methods[random(methods.length)] ?? "ping");
}
