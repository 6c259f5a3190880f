export async function runManuals(
  _a: readonly string[],
  _b: unknown,
): Promise<number> {
  return await Promise.resolve(1);
}
