/** A result without what differs between two calls of the same. */
export function comparable(value: unknown, key = ""): unknown {
  if (/^(trace_id|elapsed|took)/.test(key)) return typeof value;
  if (Array.isArray(value)) return value.map((one) => comparable(one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, comparable(one, name)]),
  );
}
