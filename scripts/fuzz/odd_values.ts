import fc from "fast-check";

/** Names that mean something to JavaScript, and other people's arguments. */
export const oddName: fc.Arbitrary<string> = fc.constantFrom(
  "",
  "0",
  "id",
  "_meta",
  "length",
  "toString",
  "__proto__",
  "prototype",
  "constructor",
  "hasOwnProperty",
  "日本語",
  "x".repeat(300),
);

/** Texts that break what is careless with texts. */
export const ODD_TEXTS: readonly string[] = [
  "",
  " ",
  "\u0000",
  "\ufeff",
  "\u2028",
  "\ud800",
  "é漢😀",
  "null",
  "true",
  "5",
  "-0",
  "1e400",
  "../../etc/passwd",
  "C:\\x",
  "%2e%2e/",
  "__proto__",
  "a\r\nContent-Length: 2\r\n\r\n{}",
  "sk-looks-like-a-key-0123456789",
  "x".repeat(5000),
];

/** One of them. */
export const oddText: fc.Arbitrary<string> = fc.constantFrom(...ODD_TEXTS);

/** Lists or objects in one another. */
const nested = fc.tuple(fc.constantFrom(1, 5, 60), fc.boolean())
  .map(([depth, lists]) => {
    let value: unknown = 1;
    for (let i = 0; i < depth; i++) value = lists ? [value] : { a: value };
    return value;
  });

/** A value of any JSON type, mostly on an edge. */
export const oddValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>(
  (tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constant(null),
      fc.boolean(),
      oddText,
      fc.constantFrom(0, -0, -1, 1.5, 5, 101, 2 ** 31, 2 ** 53, 1e308),
      fc.nat(999),
      nested,
      fc.array(tie("value"), { maxLength: 3 }),
      // Own properties, also those named `__proto__`.
      fc.array(fc.tuple(oddName, tie("value")), { maxLength: 3 })
        .map((entries) => Object.fromEntries(entries)),
    ),
  }),
).value;
