// Pieces from here on are kept as they come; smaller ones are gathered.
const LARGE_BYTES = 16 * 1024;
const MAX_BLOCK_BYTES = 64 * 1024;

/**
 * Holds the bytes of an unfinished message. Large pieces are kept without
 * copying, small ones are gathered into blocks, so that a message which comes
 * byte by byte takes no more memory than one which comes at once.
 */
export class ByteQueue {
  #pieces: Uint8Array[] = [];
  #block = new Uint8Array(0);
  #used = 0;
  #length = 0;

  /** How many bytes are held. */
  get length(): number {
    return this.#length;
  }

  /** Adds bytes at the end; the caller must not change them afterwards. */
  push(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (bytes.length >= LARGE_BYTES) {
      this.#seal();
      this.#pieces.push(bytes);
      return;
    }
    if (this.#used + bytes.length > this.#block.length) {
      this.#grow(bytes.length);
    }
    this.#block.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Empties the queue and gives its pieces in order. */
  take(): Uint8Array[] {
    this.#seal();
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#length = 0;
    return pieces;
  }

  #grow(wanted: number): void {
    const doubled = Math.min(MAX_BLOCK_BYTES, 2 * this.#block.length);
    this.#seal();
    this.#block = new Uint8Array(Math.max(1024, wanted, doubled));
  }

  #seal(): void {
    if (this.#used > 0) this.#pieces.push(this.#block.subarray(0, this.#used));
    this.#block = new Uint8Array(0);
    this.#used = 0;
  }
}
