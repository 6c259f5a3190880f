const PATIENCE_MS = 60_000;

/** A connection on which a test writes what no client would. */
export class RawHttp implements Disposable {
  readonly #connection: Deno.TcpConn;
  readonly #buffer = new Uint8Array(65_536);
  readonly #decoder = new TextDecoder();
  /** What has come back so far. */
  text = "";

  private constructor(connection: Deno.TcpConn) {
    this.#connection = connection;
  }

  /** Connects to where a URL leads. */
  static async connect(url: string): Promise<RawHttp> {
    const { hostname, port } = new URL(url);
    return new RawHttp(await Deno.connect({ hostname, port: Number(port) }));
  }

  /** Writes as it is; the server may have hung up. */
  async write(text: string): Promise<void> {
    const bytes = new TextEncoder().encode(text);
    try {
      for (let sent = 0; sent < bytes.length;) {
        sent += await this.#connection.write(bytes.subarray(sent));
      }
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }

  /** Reads until the text matches, or to the end; tells whether it does. */
  async until(pattern: RegExp): Promise<boolean> {
    const timer = setTimeout(() => this[Symbol.dispose](), PATIENCE_MS);
    try {
      while (!pattern.test(this.text)) {
        const count = await this.#connection.read(this.#buffer);
        if (count === null) return false;
        const bytes = this.#buffer.subarray(0, count);
        this.text += this.#decoder.decode(bytes, { stream: true });
      }
      return true;
    } catch (error) {
      if (isGone(error)) return false;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The status of the first answer; 0 if the server only hangs up. */
  async status(): Promise<number> {
    await this.until(/^HTTP\/1\.\d (\d{3})/);
    return Number(/^HTTP\/1\.\d (\d{3})/.exec(this.text)?.[1] ?? 0);
  }

  [Symbol.dispose](): void {
    try {
      this.#connection.close();
    } catch (error) {
      if (!(error instanceof Deno.errors.BadResource)) throw error;
    }
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Deno.errors.ConnectionReset ||
    error instanceof Deno.errors.BrokenPipe ||
    error instanceof Deno.errors.BadResource ||
    error instanceof Deno.errors.Interrupted;
}
