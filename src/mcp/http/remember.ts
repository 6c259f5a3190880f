/** Sets an entry as the newest; the oldest goes when there are too many. */
export function remember<V>(
  map: Map<string, V>,
  key: string,
  value: V,
  most: number,
): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
