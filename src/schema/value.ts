const MAX_SHOWN = 60;

/** Shows a value in an error: its JSON, cut, or its type when it is large. */
export function show(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string") return String(value);
  const cut = value.length > MAX_SHOWN
    ? value.slice(0, MAX_SHOWN).replace(/[\uD800-\uDBFF]$/, "") + "…"
    : value;
  return JSON.stringify(cut);
}

/** Tells whether a value is an object and no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
