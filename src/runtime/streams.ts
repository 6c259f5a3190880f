/**
 * What carries bytes out of the process: standard output, and HTTP both ways.
 *
 * @module
 */

/**
 * Where bytes go. A `WritableStreamDefaultWriter` is one; the runtimes make
 * their own, as a `WritableStream` would add a millisecond to every start.
 */
export interface ByteWriter {
  /** Resolves when all of it has been taken. */
  write(bytes: Uint8Array): Promise<void>;
  /** Says that no more will come. */
  close(): Promise<void>;
}

/** `fetch`, without what no one here uses. */
export type Fetch = (
  input: string | URL | Request,
  init?: RequestInit,
) => Promise<Response>;

/** Where to serve HTTP, and who answers. */
export interface HttpHostOptions {
  /** An address or a name of this machine; IPv6 without brackets. */
  readonly host: string;
  /** A port; 0 takes a free one. */
  readonly port: number;
  /** Answers a request. */
  fetch(request: Request): Promise<Response>;
}

/** A host of HTTP that listens. */
export interface HttpHost {
  /** The port that it listens on. */
  readonly port: number;
  /** Takes no more connections, and waits until every answer has left. */
  close(): Promise<void>;
}
