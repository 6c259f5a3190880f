/** Four decimals: more would be noise to whoever reads it. */
export function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
