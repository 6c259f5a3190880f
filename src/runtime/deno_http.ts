import type { HttpHost, HttpHostOptions } from "./streams.ts";

const LISTEN_AGAIN_MS = 1000;

/**
 * Serves HTTP on Deno until it is closed. Deno itself stops listening when it
 * cannot accept a connection, as where no descriptor is left: then it begins
 * anew as soon as that can be.
 */
export function serveHttp(
  { host, port, fetch }: HttpHostOptions,
): Promise<HttpHost> {
  const listen = (at: number): Deno.HttpServer<Deno.NetAddr> =>
    Deno.serve(
      { hostname: host, port: at, onListen: () => undefined },
      (request) => fetch(request),
    );
  const first = listen(port);
  const at = first.addr.port;
  let server: typeof first | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  function keep(current: typeof first): void {
    server = current;
    current.finished.catch(() => {
      server = undefined;
      if (!closed) listenSoon();
    });
  }
  function listenSoon(): void {
    timer = setTimeout(() => {
      try {
        keep(listen(at));
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        listenSoon();
      }
    }, LISTEN_AGAIN_MS);
  }

  keep(first);
  return Promise.resolve({
    port: at,
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await server?.shutdown();
    },
  });
}
