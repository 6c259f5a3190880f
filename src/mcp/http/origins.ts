import { hostInUrl, isLoopback } from "../../config/http_access.ts";
import type { Config } from "../../config/schema.ts";
import { show } from "../../text/show.ts";
import { Refusal } from "./refusal.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Addresses that mean every interface. */
const WILDCARDS = new Set(["0.0.0.0", "::", "[::]"]);

/**
 * Which names and origins the server answers to. A page on the web can make a
 * browser send requests to a local server under a name of its own (DNS
 * rebinding); it cannot choose `Host` and `Origin`.
 */
export class Origins {
  readonly #hosts: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;

  /** Takes the names from the settings. */
  constructor(http: Config["http"]) {
    const { host, public_url, allowed_hosts, allowed_origins } = http;
    const hosts = allowed_hosts.map(hostInUrl);
    if (isLoopback(host)) hosts.push(...LOOPBACK);
    if (!WILDCARDS.has(host)) hosts.push(hostInUrl(host));
    const origins = allowed_origins.map((origin) => origin.toLowerCase());
    if (public_url !== null) {
      const url = new URL(public_url);
      hosts.push(url.hostname);
      origins.push(url.origin);
    }
    this.#hosts = new Set(hosts);
    this.#origins = new Set(origins);
  }

  /** Throws for a host that the server does not answer to. */
  checkHost(host: string): void {
    const name = hostName(host);
    if (name !== undefined && this.#hosts.has(name)) return;
    throw new Refusal(
      403,
      "host",
      `Host ${
        show(host)
      } is not served: add it to http.allowed_hosts, or set http.public_url`,
    );
  }

  /** Gives the origin of a page that may call, if a page calls; throws for others. */
  checkOrigin(origin: string | null, host: string): string | undefined {
    if (origin === null) return undefined;
    const given = origin.toLowerCase();
    const name = host.toLowerCase();
    const own = given === `http://${name}` || given === `https://${name}`;
    if (own || this.#origins.has(given)) return origin;
    throw new Refusal(
      403,
      "origin",
      `Origin ${show(origin)} is not allowed: add it to http.allowed_origins`,
    );
  }
}

/** The name in a `Host` header, without the port. */
function hostName(host: string): string | undefined {
  // Two hosts in one header, user names and paths are no host.
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)) {
    return undefined;
  }
  return host.replace(/:\d{1,5}$/, "").toLowerCase();
}

/** What a page may send, and what it may read of an answer. */
const ALLOWED_HEADERS =
  "Accept, Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, traceparent";
const EXPOSED_HEADERS = "Mcp-Session-Id, Retry-After, WWW-Authenticate";

/** Lets a page of an allowed origin read the answer. */
export function withCors(response: Response, origin: string): Response {
  response.headers.set("access-control-allow-origin", origin);
  response.headers.set("access-control-expose-headers", EXPOSED_HEADERS);
  response.headers.append("vary", "Origin");
  return response;
}

/** The answer to a browser that asks before it sends. */
export function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": "POST, DELETE",
      "access-control-allow-headers": ALLOWED_HEADERS,
      "access-control-max-age": "86400",
    },
  });
}
