import type { ToolOutcome } from "../../tools/tool.ts";
import { isObject } from "../../schema/value.ts";

/** Upper bounds of the latency buckets, in seconds. */
const BUCKETS = [
  0.005,
  0.025,
  0.1,
  0.25,
  0.5,
  1,
  2.5,
  5,
  10,
  30,
  60,
  120,
  300,
];

/** Distinct label values that are counted apart; clients choose some of them. */
const MAX_LABELS = 100;

/** One request, as it is counted and logged. */
export interface Access {
  /** Who asked, if that is known. */
  readonly caller: string | undefined;
  /** The method of MCP; empty for a batch. */
  readonly method: string | undefined;
  /** The tool that was called. */
  readonly tool: string | undefined;
  /** HTTP's status; 499 when the client left first. */
  readonly status: number;
  /** How long it took, to the end of the answer. */
  readonly ms: number;
  /** The trace that the request is a part of. */
  readonly traceparent: string | undefined;
  /** Why it was refused. */
  readonly reason?: string;
}

interface Histogram {
  readonly counts: number[];
  sum: number;
  count: number;
}

/** What has been served so far, in the text format of Prometheus. */
export class Metrics {
  /** Requests that are being answered. */
  inFlight = 0;
  readonly #requests = new Map<string, number>();
  readonly #errors = new Map<string, number>();
  readonly #tokens = new Map<string, number>();
  readonly #latency = new Map<string, Histogram>();

  /** Counts a request that is over. */
  request({ method = "none", status, ms, reason }: Access): void {
    const known = METHODS.has(method) ? method : "other";
    add(this.#requests, labels({ method: known, status: String(status) }));
    if (reason !== undefined) add(this.#errors, labels({ reason }));
    const key = labels({ method: known });
    const found = this.#latency.get(key) ?? {
      counts: BUCKETS.map(() => 0),
      sum: 0,
      count: 0,
    };
    this.#latency.set(key, found);
    const seconds = ms / 1000;
    found.sum += seconds;
    found.count++;
    const at = BUCKETS.findIndex((bound) => seconds <= bound);
    if (at >= 0) found.counts[at] = (found.counts[at] ?? 0) + 1;
  }

  /** Counts what a tool call came to. */
  outcome(tool: string, outcome: ToolOutcome): void {
    if (!outcome.ok) {
      const reason = reasonOf(outcome.body);
      return add(this.#errors, labels({ tool, reason }));
    }
    const usage = outcome.structured?.usage;
    if (!isObject(usage)) return;
    for (const kind of ["input", "output"]) {
      const count = usage[`${kind}_tokens`];
      if (typeof count !== "number") continue;
      add(this.#tokens, labels({ tool, kind }), count);
    }
  }

  /** All of it as text. */
  toString(): string {
    const lines = [
      ...series("requests_total", "counter", "HTTP requests", this.#requests),
      ...series(
        "errors_total",
        "counter",
        "Refusals and failed tool calls",
        this.#errors,
      ),
      ...series(
        "openai_tokens_total",
        "counter",
        "Tokens that answers used",
        this.#tokens,
      ),
      ...series(
        "in_flight",
        "gauge",
        "Requests being answered",
        new Map([["", this.inFlight]]),
      ),
      ...this.#histogram(),
    ];
    return lines.join("\n") + "\n";
  }

  #histogram(): string[] {
    const name = `${PREFIX}_request_seconds`;
    const lines = [
      `# HELP ${name} Time to the end of the answer`,
      `# TYPE ${name} histogram`,
    ];
    for (const [key, { counts, sum, count }] of this.#latency) {
      let total = 0;
      const inner = key.slice(1, -1);
      BUCKETS.forEach((bound, at) => {
        total += counts[at] ?? 0;
        lines.push(`${name}_bucket{${inner},le="${bound}"} ${total}`);
      });
      lines.push(`${name}_bucket{${inner},le="+Inf"} ${count}`);
      lines.push(`${name}_sum${key} ${sum}`, `${name}_count${key} ${count}`);
    }
    return lines;
  }
}

const PREFIX = "openai_responses_mcp";

/** Methods that are counted by name; a client may send any other. */
const METHODS = new Set([
  "none",
  "initialize",
  "notifications/initialized",
  "notifications/cancelled",
  "ping",
  "server/discover",
  "tools/list",
  "tools/call",
  "tasks/get",
  "tasks/cancel",
  "tasks/update",
]);

function add(counts: Map<string, number>, key: string, by = 1): void {
  const found = counts.get(key);
  if (found === undefined && counts.size >= MAX_LABELS) return;
  counts.set(key, (found ?? 0) + by);
}

function labels(values: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(values).map(([name, value]) =>
    `${name}="${value.replace(/[\\"\n]/g, "_")}"`
  );
  return `{${pairs.join(",")}}`;
}

function series(
  name: string,
  type: "counter" | "gauge",
  help: string,
  values: ReadonlyMap<string, number>,
): string[] {
  const full = `${PREFIX}_${name}`;
  return [
    `# HELP ${full} ${help}`,
    `# TYPE ${full} ${type}`,
    ...[...values].map(([key, value]) => `${full}${key} ${value}`),
  ];
}

/** The reason in a failed call, in either shape that our tools have. */
function reasonOf(body: Readonly<Record<string, unknown>>): string {
  const { data, code } = body;
  const given = isObject(data) ? data.reason : code;
  return typeof given === "string" ? given : "failed";
}
