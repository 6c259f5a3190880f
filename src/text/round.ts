/** Rounds for whoever reads it: more decimals would be noise. */
export function round(value: number, decimals = 4): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}
