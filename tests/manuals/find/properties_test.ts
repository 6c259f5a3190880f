/** What is true of every manual and every search, tried on random ones. */
import assert from "node:assert/strict";
import type { Finder } from "../../../src/manuals/find/finder.ts";
import type { FindParams } from "../../../src/manuals/find/find_params.ts";
import { openManuals } from "../../../src/manuals/mod.ts";
import { TextAnalyzer } from "../../../src/manuals/search/local/tokens/text_analyzer.ts";
import type { Clock } from "../../../src/runtime/runtime.ts";
import { runtime } from "../../../src/runtime/deno.ts";
import { itemsOf, setUpFinder } from "../../kit/find_setup.ts";
import { MemoryFiles } from "../../kit/memory_files.ts";
import { seededRandom } from "../../kit/random.ts";
import {
  anyQuestion,
  changeAny,
  pick,
  type Random,
  writeAny,
} from "../../kit/random_manual.ts";

const GUIDE = "/manuals/guide";
const BUDGET = { time_ms: 1e12 };

function anyManual(random: Random): MemoryFiles {
  const files = new MemoryFiles();
  for (let left = 5 + random(25); left > 0; left--) {
    writeAny(files, GUIDE, random);
    files.now += random(50);
  }
  files.now += 10_000;
  return files;
}

/** Pauses come at random: `often` times in a thousand looks at the clock. */
function anyClock(files: MemoryFiles, random: Random, often: number): Clock {
  let time = 0;
  return {
    now: () => files.now,
    monotonic: () => time += random(1000) < often ? 1000 : 0,
    after: (_ms, run) => runtime.clock.after(1e6, run),
    turn: runtime.clock.turn,
  };
}

/** All that a search says, without what names it and how long it took. */
async function answer(finder: Finder, params: FindParams): Promise<unknown> {
  const { trace_id, applied, summary } = await finder.find({
    ...params,
    budget: BUDGET,
  });
  const { required_terms_match_stats, required_effect_status } = applied;
  return {
    summary,
    required_terms_match_stats,
    required_effect_status,
    candidates: itemsOf(finder, trace_id),
    fusion: itemsOf(finder, trace_id, "fusion_debug"),
    unscanned: itemsOf(finder, trace_id, "unscanned")
      .map(({ path, reason }) => `${path} ${reason}`).sort(),
  };
}

for (let seed = 1; seed <= 8; seed++) {
  Deno.test(`find() after any changes answers as one that starts anew: ${seed}`, async () => {
    const random = seededRandom(seed);
    const files = anyManual(random);
    const often = pick(random, [0, 20, 500]);
    files.shuffle = (entries) =>
      entries.map((entry) => ({ entry, place: random(1000) }))
        .sort((a, b) => a.place - b.place).map(({ entry }) => entry);
    const open = (cacheDir: string): Finder =>
      setUpFinder("/manuals", {
        files,
        clock: anyClock(files, random, often),
        cacheDir,
      });
    // Two of them share what is stored.
    const finders = [open("/cache"), open("/cache"), open("/other")];
    for (let step = 0; step < 6; step++) {
      for (let left = random(5); left > 0; left--) {
        changeAny(files, GUIDE, random);
      }
      files.now += pick(random, [0, 1, 200, 10_000]);
      const asked = finders.filter(() => random(3) > 0)
        .map((finder) => finder.find(anyQuestion(random)));
      if (random(2) === 0) changeAny(files, GUIDE, random);
      await Promise.all(asked);
      if (random(3) === 0) finders[random(3)] = open("/cache");
      for (const finder of random(2) === 0 ? finders : []) {
        await finder.settled();
      }
    }
    for (let asked = 0; asked < 3; asked++) {
      const question = anyQuestion(random);
      const wanted = await answer(setUpFinder("/manuals", { files }), question);
      for (const finder of finders) {
        assert.deepEqual(await answer(finder, question), wanted);
      }
    }
    for (const finder of finders) await finder.settled();
  });
}

Deno.test("pages of scan and toc add up to the whole", async () => {
  for (let seed = 1; seed <= 6; seed++) {
    const random = seededRandom(seed);
    const files = anyManual(random);
    const manuals = openManuals({
      root: "/manuals",
      runtime: { files, clock: runtime.clock },
    });
    const paths = files.paths(GUIDE);
    const listed: string[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      const cursor = pick(random, [offset, `${offset}`, { offset }]);
      const max_files = 1 + random(7);
      const page = await manuals
        .toc({ manual_id: "guide", cursor, max_files });
      listed.push(...page.items.map(({ path }) => path));
      offset = page.next_cursor.offset;
    }
    assert.deepEqual(listed, paths);
    for (const path of paths) {
      const bytes = files.readSync(`${GUIDE}/${path}`);
      if (bytes[0] === 0xff) continue;
      let text = "";
      for (let offset: number | null = 0; offset !== null;) {
        const char_offset = offset;
        const cursor = pick(random, [offset, `${offset}`, { char_offset }]);
        const max_chars = 256 + random(500);
        const page = await manuals
          .scan({ manual_id: "guide", path, cursor, max_chars });
        assert.ok(page.text.length <= max_chars);
        text += page.text;
        offset = page.next_cursor.char_offset;
      }
      assert.equal(text, new TextDecoder().decode(bytes), path);
    }
  }
});

Deno.test("what is found can be read, and holds what it is said to hold", async () => {
  const analyzer = new TextAnalyzer();
  for (let seed = 1; seed <= 6; seed++) {
    const random = seededRandom(seed);
    const files = anyManual(random);
    const manuals = openManuals({
      root: "/manuals",
      runtime: { files, clock: runtime.clock },
    });
    const finder = setUpFinder("/manuals", { files });
    for (let asked = 0; asked < 5; asked++) {
      const question = anyQuestion(random);
      const { trace_id, applied } = await finder.find(question);
      for (
        const { ref: { path, start_line }, signals } of itemsOf(
          finder,
          trace_id,
        )
      ) {
        const whole = { manual_id: "guide", path, max_chars: 50_000 };
        const { text } = path.endsWith(".json")
          ? await manuals.scan({ ...whole, start_line })
          : await manuals.read({
            ref: { manual_id: "guide", path, start_line },
            max_chars: 50_000,
          });
        if (!signals.includes("required_term")) continue;
        const ref = { manual_id: "guide", path };
        const first = path.endsWith(".json") ||
          (await manuals.read({ ref, max_chars: 50_000 })).text === text;
        // That one is titled by more than its text.
        if (first) continue;
        const held = new Set(analyzer.terms(text));
        const holds = (term: string): boolean =>
          analyzer.terms(term.replace(/(?<=...)ー$/, ""))
            .every((part) => held.has(part));
        const terms = applied.required_terms;
        assert.ok(terms.some(holds), `${seed} ${path}:${start_line} ${terms}`);
        if (!signals.includes("required_term_and")) continue;
        assert.ok(terms.every(holds), `${seed} ${path}:${start_line} ${terms}`);
      }
    }
  }
});

Deno.test("what is found is ordered by its score, whatever place it was given", async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const random = seededRandom(seed);
    const finder = setUpFinder("/manuals", { files: anyManual(random) });
    for (let asked = 0; asked < 5; asked++) {
      const budget = { max_candidates: 1 + random(20) };
      const { trace_id } = await finder
        .find({ ...anyQuestion(random), budget });
      const scores = itemsOf(finder, trace_id).map(({ score }) => score);
      assert.ok(scores.length <= budget.max_candidates);
      assert.deepEqual(scores, scores.toSorted((a, b) => b - a));
    }
  }
});

Deno.test("files without a word of the question take no place in a short list", async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const random = seededRandom(seed);
    const files = anyManual(random);
    const finder = setUpFinder("/manuals", { files });
    const found = async (question: FindParams): Promise<Set<string>> => {
      const { trace_id } = await finder.find(question);
      return new Set(
        itemsOf(finder, trace_id).map(({ ref }) =>
          `${ref.path}:${ref.start_line}`
        ),
      );
    };
    const questions = Array.from({ length: 5 }, () => anyQuestion(random));
    const before = await Promise.all(questions.map(found));
    for (let i = 0; i < 30; i++) {
      files.write(`${GUIDE}/other/qq${"q".repeat(i)}.md`, "# Ww\nkk zz\n");
    }
    for (const [i, question] of questions.entries()) {
      const expected = before[i] ?? new Set();
      // A longer list ends where scores are low, and those change.
      if (expected.size < 10) {
        assert.deepEqual(await found(question), expected);
      }
    }
  }
});
