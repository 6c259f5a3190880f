import { type ServerOptions, SharedServer } from "./shared_server.ts";
import { type Ending, serveStdio, type Transport } from "./stdio.ts";

/** An MCP server; it can serve several connections. */
export interface Server {
  /** Serves one connection to its end. Never rejects for what a client does. */
  serve(transport: Transport): Promise<Ending>;
}

/** Makes a server. Nothing is loaded and nothing runs before `serve`. */
export function createServer(options: ServerOptions): Server {
  const shared = new SharedServer(options);
  return {
    async serve(transport): Promise<Ending> {
      const visit = shared.open();
      try {
        return await serveStdio(transport, shared, visit);
      } finally {
        visit.close();
      }
    },
  };
}
