import assert from "node:assert/strict";
import { codesIn } from "../../scripts/eval/codes.ts";
import { uniqueHeadings } from "../../scripts/eval/headings.ts";
import { questionForms, wrap } from "../../scripts/eval/question_forms.ts";
import { lots, withTypo } from "../../scripts/eval/typos.ts";

Deno.test("questionForms() has a dozen and more in each half and language, none twice", () => {
  for (const japanese of [false, true]) {
    const both = (["a", "b"] as const).map((half) =>
      questionForms(half, japanese)
    );
    for (const forms of both) {
      assert.equal(forms.length >= 12, true);
      for (const form of forms) {
        assert.equal(form.split("{}").length, 2, form);
        assert.equal(wrap(form, "$& x").includes("$& x"), true);
      }
    }
    const all = both.flat();
    assert.equal(new Set(all).size, all.length);
  }
});

Deno.test("withTypo() changes the longest word by one slip, the same each time", () => {
  const query = "the configuration of pods";
  for (let seed = 0; seed < 50; seed++) {
    const slip = withTypo(query, lots(seed));
    if (slip === undefined) continue;
    assert.notEqual(slip, query);
    assert.match(slip, /^the [a-z]{12,14} of pods$/);
    assert.equal(withTypo(query, lots(seed)), slip);
  }
  assert.equal(withTypo("a short one", lots(1)), undefined);
});

Deno.test("uniqueHeadings() leaves out what several sections are called", () => {
  const documents = [
    { path: "a.md", text: "# First page\n## Summary\n" },
    { path: "b.md", text: "# Other page\n## summary\n" },
  ];
  assert.deepEqual(uniqueHeadings(documents), [
    { title: "First page", path: "a.md", startLine: 1 },
    { title: "Other page", path: "b.md", startLine: 1 },
  ]);
});

Deno.test("codesIn() takes codes, versions and names at their own boundaries", () => {
  const text =
    "---\nid: X999\n---\nE1234, v1.29 and podBudget; MAX_IDLE サーバー";
  assert.deepEqual(codesIn([{ path: "a.md", text }]).sort(), [
    "E1234",
    "MAX_IDLE",
    "podBudget",
    "v1.29",
    "サーバー",
  ]);
});
