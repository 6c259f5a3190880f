/**
 * How often a term stands in a section, in one byte: 4 bits for the body, 2 for
 * the title, 2 for the context. Each saturates: BM25 hardly tells 15 from 16.
 *
 * @module
 */

/** The most that each field can count. */
const MAX_BODY = 15;
const MAX_TITLE = 3;
const MAX_CONTEXT = 3;

/** One more in the body. */
export function addBody(packed: number): number {
  return (packed & 15) < MAX_BODY ? packed + 1 : packed;
}

/** One more in the title. */
export function addTitle(packed: number): number {
  return ((packed >> 4) & 3) < MAX_TITLE ? packed + 16 : packed;
}

/** One more in the context. */
export function addContext(packed: number): number {
  return (packed >> 6) < MAX_CONTEXT ? packed + 64 : packed;
}

/** Tells whether some of it is the section's own, not its context's. */
export function isOwn(packed: number): boolean {
  return (packed & 0x3f) !== 0;
}

/** Tells whether some of it is in the title. */
export function isTitled(packed: number): boolean {
  return (packed & 0x30) !== 0;
}

/** What each packed value is worth, given the weights of title and context. */
export function frequencyWeights(
  title: number,
  context: number,
): Float32Array {
  const weights = new Float32Array(256);
  for (let packed = 0; packed < 256; packed++) {
    weights[packed] = (packed & 15) + title * ((packed >> 4) & 3) +
      context * (packed >> 6);
  }
  return weights;
}
