import { shortChecksum } from "./checksum.ts";

/** How much is read and checked at once. */
export const CHUNK_BYTES = 4096;

/** Where bytes come from: an open file, or a copy of it in memory. */
export interface ByteSource {
  /** Fills `target` from offset `at`; returns how many bytes there were. */
  readSync(target: Uint8Array, at: number): number;
}

/** Says that a stored index is not what was written; it must be built anew. */
export class DamagedIndexError extends Error {
  /** Tells it from other errors. */
  override readonly name = "DamagedIndexError";

  /** Keeps the reason, if there is one. */
  constructor(cause?: unknown) {
    super("The stored index is damaged", { cause });
  }
}

/** The checksums of the chunks of some bytes. */
export function chunkSums(bytes: Uint8Array): Uint32Array {
  const sums = new Uint32Array(Math.ceil(bytes.length / CHUNK_BYTES));
  return sums.map((_, i) =>
    shortChecksum(bytes.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES))
  );
}

/**
 * Bytes of a file that are read when they are needed: most queries need a few
 * lists and a few rows of an index, and room that is never touched costs no
 * memory.
 */
export class LazyBytes {
  /** All bytes; those that were not asked for are 0. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #source: ByteSource;
  readonly #offset: number;
  readonly #sums: Uint32Array;
  readonly #present: Uint8Array;
  #missing: number;

  /** The bytes whose chunks have these checksums, at `offset` of the source. */
  constructor(
    source: ByteSource,
    { offset, length, sums }: {
      readonly offset: number;
      readonly length: number;
      readonly sums: Uint32Array;
    },
  ) {
    this.bytes = new Uint8Array(length);
    this.#source = source;
    this.#offset = offset;
    this.#sums = sums;
    this.#missing = Math.ceil(length / CHUNK_BYTES);
    this.#present = new Uint8Array(this.#missing);
  }

  /**
   * Makes sure that a range is there.
   *
   * @throws {DamagedIndexError} When it is not what was written.
   */
  need(start: number, end: number): void {
    if (this.#missing === 0 || end <= start) return;
    const last = Math.floor((end - 1) / CHUNK_BYTES);
    for (let chunk = Math.floor(start / CHUNK_BYTES); chunk <= last; chunk++) {
      if (this.#present[chunk] !== 0) continue;
      let after = chunk + 1;
      while (after <= last && this.#present[after] === 0) after++;
      this.#read(chunk, after);
    }
  }

  /** Reads chunks in one go: neighbours are mostly wanted together. */
  #read(first: number, after: number): void {
    const target = this.bytes.subarray(
      first * CHUNK_BYTES,
      after * CHUNK_BYTES,
    );
    const at = this.#offset + first * CHUNK_BYTES;
    if (this.#fill(target, at) < target.length) throw new DamagedIndexError();
    for (let chunk = first; chunk < after; chunk++) {
      const start = (chunk - first) * CHUNK_BYTES;
      const sum = shortChecksum(target.subarray(start, start + CHUNK_BYTES));
      if (sum !== this.#sums[chunk]) throw new DamagedIndexError();
      this.#present[chunk] = 1;
      this.#missing--;
    }
  }

  #fill(target: Uint8Array, at: number): number {
    try {
      return this.#source.readSync(target, at);
    } catch (error) {
      throw new DamagedIndexError(error);
    }
  }
}
