// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
/** Where a value stands first, or would stand, among ascending ones. */
export function lowerBound(
  values: Uint16Array | Uint32Array,
  value: number,
): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
