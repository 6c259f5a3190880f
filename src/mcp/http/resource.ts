import type { Config } from "../../config/schema.ts";
import { NAME } from "../../version.ts";

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

/** What an OAuth client is told of this server (RFC 9728). */
export class Resource {
  readonly #http: Config["http"];

  /** Describes the server as the settings and a request's host name it. */
  constructor(http: Config["http"]) {
    this.#http = http;
  }

  /** Tells whether the metadata is served under a path. */
  owns(path: string): boolean {
    if (!path.startsWith(WELL_KNOWN)) return false;
    const rest = path.slice(WELL_KNOWN.length);
    const { path: own, public_url } = this.#http;
    return rest === "" || rest === own ||
      public_url !== null && rest === new URL(public_url).pathname;
  }

  /** Where the metadata is, for clients that came to `host`. */
  metadataUrl(host: string): string {
    const { origin, pathname } = this.#endpoint(host);
    return `${origin}${WELL_KNOWN}${pathname === "/" ? "" : pathname}`;
  }

  /** The metadata. */
  metadata(host: string): Record<string, unknown> {
    const { jwt } = this.#http;
    return {
      resource: this.#endpoint(host).href,
      ...jwt && { authorization_servers: [jwt.issuer] },
      bearer_methods_supported: ["header"],
      resource_name: NAME,
    };
  }

  /** The endpoint for clients; a public URL with a path is the endpoint. */
  #endpoint(host: string): URL {
    const { public_url, path } = this.#http;
    const url = new URL(public_url ?? `http://${host}`);
    if (url.pathname === "/") url.pathname = path;
    return url;
  }
}
