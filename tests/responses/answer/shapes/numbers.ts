import {
  cite,
  hits,
  message,
  NOW,
  numbered,
  search,
  type Shape,
} from "./shape.ts";

/** References by number. */
export const NUMBERS: Readonly<Record<string, Shape>> = {
  "a numbered list, of which the text needs two": {
    output: [
      search(...hits(3)),
      message(
        `B [4]. C [6].\n\nSources:\n${
          numbered(10, (n) => `${n}. https://s${n}.example/`)
        }`,
      ),
    ],
    options: { maxCitations: 1 },
    body: "B [4]. C [6].",
    sources: [
      `[4] https://s4.example/ ${NOW}`,
      `[6] https://s6.example/ ${NOW}`,
    ],
  },
  "more references than can be cited": {
    output: [
      search(),
      message(
        `All [1-12].\n\n## References\n${
          numbered(12, (n) => `[${n}] https://s${n}.example/`)
        }`,
      ),
    ],
    body: "All [1-12].",
    sources: numbered(12, (n) => `[${n}] https://s${n}.example/ ${NOW}`).split(
      "\n",
    ),
    cited: numbered(10, (n) => `https://s${n}.example/`).split("\n"),
  },
  "every form of reference, out of order": {
    output: [
      search(),
      message(
        `E [5][3]. D【4】, B [1, 2], F [^6].\n\n${
          numbered(7, (n) => `[^${n}]: https://s${n}.example/ (2025-01-0${n})`)
        }`,
      ),
    ],
    options: { maxCitations: 2 },
    body: "E [5][3]. D【4】, B [1, 2], F [^6].",
    sources: numbered(6, (n) => `[${n}] https://s${n}.example/ (2025-01-0${n})`)
      .split("\n"),
  },
  "numbers in prose and code that refer to nothing": {
    output: [
      search(),
      message(
        `Take a[4], arr[3], args_list[5].x and \`x[3]\`.\n\n~~~\n[2]\n~~~\n\nSources:\n${
          numbered(5, (n) => `${n}. https://s${n}.example/`)
        }`,
      ),
    ],
    options: { maxCitations: 2 },
    body: "Take a[4], arr[3], args_list[5].x and `x[3]`.\n\n~~~\n[2]\n~~~",
    sources: [`- https://s1.example/ ${NOW}`, `- https://s2.example/ ${NOW}`],
  },
  "references right after words": {
    output: [
      search(),
      message(
        "東京です[1]。Tokyo[2], too.[3]\n\n参考文献\n1. https://a.example/\n2. https://b.example/\n3. https://c.example/",
      ),
    ],
    options: { maxCitations: 1 },
    body: "東京です[1]。Tokyo[2], too.[3]",
    sources: ["a", "b", "c"].map((name, i) =>
      `[${i + 1}] https://${name}.example/ ${NOW}`
    ),
  },
  "references to a list without numbers": {
    output: [
      search(...hits(3)),
      message(
        "A [1]. B [2].\n\nSources:\n- https://a.example/\n- https://b.example/",
      ),
    ],
    body: "A [1]. B [2].",
    sources: [`[1] https://a.example/ ${NOW}`, `[2] https://b.example/ ${NOW}`],
  },
  "numbers of annotations, without a list": {
    output: [
      search(...hits(3)),
      message("A [2]. B [1].", [
        cite("https://b.example/", "B", "A [2]. B [1].", "[2]"),
        cite("https://a.example/", "A", "A [2]. B [1].", "[1]"),
      ]),
    ],
    body: "A [2]. B [1].",
    sources: [`[1] https://a.example/ ${NOW}`, `[2] https://b.example/ ${NOW}`],
  },
  "annotations of words that end with a number, or stand before one": {
    output: [
      search(...hits(3)),
      message("Fact A [2]. Fact B [1], and both [1][2].", [
        cite(
          "https://b.example/",
          "B",
          "Fact A [2]. Fact B [1].",
          "Fact A [2]",
        ),
        cite("https://a.example/", "A", "Fact A [2]. Fact B [1].", "Fact B"),
      ]),
    ],
    body: "Fact A [2]. Fact B [1], and both [1][2].",
    sources: [`[1] https://a.example/ ${NOW}`, `[2] https://b.example/ ${NOW}`],
  },
  "links by number to a numbered list": {
    output: [
      search(...hits(3)),
      message(
        "A ([1](https://a.example/)). C ([[3]](https://c.example/)).\n\nSources:\n1. https://a.example/ (2025-01-02)\n2. https://b.example/\n3. https://c.example/",
      ),
    ],
    options: { maxCitations: 1 },
    body: "A ([1](https://a.example/)). C ([[3]](https://c.example/)).",
    sources: [
      "[1] https://a.example/ (2025-01-02)",
      `[3] https://c.example/ ${NOW}`,
    ],
  },
  "references outside the domains": {
    output: [
      search(),
      message(
        "A [1]. B [2]. C [3].\n\nSources:\n[1] https://a.example/\n[2] https://b.test/\n[3] https://c.a.example/\n[4] https://d.test/",
      ),
    ],
    options: { domains: ["a.example"] },
    body: "A [1]. B [2]. C [3].",
    sources: [
      `[1] https://a.example/ ${NOW}`,
      "[2] omitted: outside the allowed domains",
      `[3] https://c.a.example/ ${NOW}`,
    ],
    cited: ["https://a.example/", "https://c.a.example/"],
  },
  "references on blocked domains only": {
    output: [
      search(...hits(3)),
      message("A [1].\n\nSources:\n[1] https://www.b.test/"),
    ],
    options: { blockedDomains: ["b.test"] },
    body: "A [1].",
    sources: ["[1] omitted: on a blocked domain"],
    cited: [],
  },
  "references to a book, to no page and to nothing": {
    output: [
      search(...hits(3)),
      message(
        "A [1]. B [2]. C [3]. D [9].\n\nSources:\n[1] The Almanac, 2024\n[2] javascript:alert(1)\n[3] https://c.example/",
      ),
    ],
    body: "A [1]. B [2]. C [3]. D [9].",
    sources: [
      "[1] The Almanac, 2024",
      "[2] omitted: not a web address",
      `[3] https://c.example/ ${NOW}`,
      "[9] not in the model's list of sources",
    ],
    cited: ["https://c.example/"],
  },
};
