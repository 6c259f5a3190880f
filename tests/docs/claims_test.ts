import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { claimProblems, knownProofs } from "../../scripts/docs/check_claims.ts";
import { type Page, readPages } from "../../scripts/docs/pages.ts";
import { TARGETS } from "../../scripts/fuzz/targets.ts";
import { walk } from "../kit/walk.ts";

const TESTS = fileURLToPath(new URL("../", import.meta.url));

const PROOFS = knownProofs(
  walk(TESTS).filter((path) => path.endsWith("_test.ts"))
    .map((path) => Deno.readTextFileSync(TESTS + path)),
);

function pageNamed(path: string): Page {
  const page = readPages().find((page) => page.path === path);
  assert.ok(page, path);
  return page;
}

for (const name of ["reliability", "security", "not-verified"]) {
  const path = `docs/${name}.md`;
  Deno.test(`${path} names what shows each claim, and all of it exists`, () => {
    assert.deepEqual(claimProblems(pageNamed(path), PROOFS), []);
  });
}

Deno.test("docs/reliability.md tells of every fuzz target", () => {
  const { text } = pageNamed("docs/reliability.md");
  const untold = TARGETS.filter(({ name }) =>
    !text.includes(`\n| \`${name}\``)
  );
  assert.deepEqual(untold.map(({ name }) => name), []);
});

const SHOWN = `# Page

Introduces.

## Faults

\`\`\`sh
deno task faults
\`\`\`

- Shown by the command above.

## Fuzz

\`\`\`sh
deno task fuzz
\`\`\`

| Target  | What |
| ------- | ---- |
| \`paths\` | all  |

## What holds

| What | Bound | Shown by |
| ---- | ----- | -------- |
| one  | 1     | \`flood\`  |

Measured on 2026-11-18, by hand.

- By a test. “createLogger() removes secrets from
  everything it writes”.
`;

Deno.test("claimProblems() is content where everything is shown", () => {
  assert.deepEqual(claimProblems({ path: "p.md", text: SHOWN }, PROOFS), []);
});

for (
  const [what, from, to, problem] of [
    [
      "a row",
      "`flood`",
      "trust me",
      /nothing shows, under "What holds": \| one/,
    ],
    ["a paragraph", "Measured on 2026-11-18", "Measured", /shows.* Measured/],
    ["an entry", /“[^]*?”/, "always", /nothing shows.*- By a test\. always/],
    ["a section", "```sh\ndeno task faults\n```", "", /shows.*- Shown by/],
    [
      "a test",
      "removes secrets",
      "keeps secrets",
      /no test createLogger\(\) k/,
    ],
    ["a fault", "`flood`", "`flood` and `no-such-fault`", /no fault no-such/],
    ["a target", "| `paths` |", "| `pasts` |", /no target pasts/],
  ] as const
) {
  Deno.test(`claimProblems() finds ${what} without a proof, or one that is not there`, () => {
    const text = SHOWN.replace(from, to);
    assert.notEqual(text, SHOWN);
    const problems = claimProblems({ path: "p.md", text }, PROOFS);
    assert.equal(problems.length, 1, problems.join("\n"));
    assert.match(problems[0] ?? "", problem);
  });
}
