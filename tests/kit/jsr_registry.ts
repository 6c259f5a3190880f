import manifest from "../../deno.json" with { type: "json" };
import { ROOT } from "./launch.ts";

/** A registry on loopback that has this package, as JSR would have it. */
export interface JsrRegistry extends AsyncDisposable {
  /** For `JSR_URL`. */
  readonly url: string;
  /** What was asked for and is not published. */
  readonly missed: readonly string[];
}

/** The files that `deno publish` would send, with `/` before each path. */
async function publishedFiles(): Promise<string[]> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["publish", "--dry-run", "--allow-dirty", "--no-check"],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();
  const text = new TextDecoder().decode(stderr);
  if (!success) throw new Error(text);
  const root = new URL("../..", import.meta.url).href;
  return [...text.matchAll(/^ +(file:\S+) \(/gm)]
    .map(([, url = ""]) => decodeURIComponent(url.slice(root.length - 1)));
}

const IMPORT = /\b(from\s+|import\(\s*)"([\w-]+)(\/[^"]*)?"/g;

/** The source as JSR serves it: `deno publish` resolves the import map. */
function resolved(source: string): string {
  const imports: Readonly<Record<string, string>> = manifest.imports;
  return source.replace(IMPORT, (whole, before, name, sub = "") => {
    const target = imports[name];
    return target === undefined ? whole : `${before}"${target}${sub}"`;
  });
}

/** Starts it on a free port. */
export async function startJsrRegistry(): Promise<JsrRegistry> {
  const files = await publishedFiles();
  const pages = new Map<string, string>();
  const base = `/${manifest.name}`;
  const checksums: Record<string, unknown> = {};
  for (const path of files) {
    const text = await Deno.readTextFile(ROOT + path.slice(1));
    const content = path.endsWith(".ts") ? resolved(text) : text;
    const bytes = new TextEncoder().encode(content);
    const digest = await crypto.subtle.digest("SHA-256", bytes);
    const checksum = `sha256-${new Uint8Array(digest).toHex()}`;
    checksums[path] = { size: bytes.length, checksum };
    pages.set(`${base}/${manifest.version}${path}`, content);
  }
  const [scope, name] = manifest.name.slice(1).split("/");
  const { version, exports } = manifest;
  const listed = { scope, name, latest: version, versions: { [version]: {} } };
  pages.set(`${base}/meta.json`, JSON.stringify(listed));
  const meta = JSON.stringify({ manifest: checksums, exports });
  pages.set(`${base}/${version}_meta.json`, meta);

  const missed: string[] = [];
  const stop = new AbortController();
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    signal: stop.signal,
    onListen: () => {},
  }, (request) => {
    const { pathname } = new URL(request.url);
    const page = pages.get(pathname);
    if (page === undefined) {
      missed.push(pathname);
      return new Response(null, { status: 404 });
    }
    const type = pathname.endsWith(".ts") ? "text/typescript" : "text/plain";
    const json = pathname.endsWith(".json") ? "application/json" : type;
    return new Response(page, { headers: { "content-type": json } });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    missed,
    async [Symbol.asyncDispose](): Promise<void> {
      stop.abort();
      await server.finished;
    },
  };
}
