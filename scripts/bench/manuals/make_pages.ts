/**
 * Makes the pages of a manual for benchmarks: always the same for the same
 * seed, with words as frequent as words are, in English and Japanese.
 *
 * @module
 */

/** A file of a manual. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** What to make. */
export interface MakeOptions {
  readonly files: number;
  readonly seed: number;
  /** Share of files in Japanese. */
  readonly japanese: number;
}

const ENGLISH_WORDS = 40_000;
const KANJI_WORDS = 12_000;
const SYLLABLES =
  ("ba co di fe gu ha jo ki la me no pa qui re si ta un ve wo xy za ster " +
    "tion ment pro con ex al er in").split(" ");
const PARTICLES = ["の", "を", "に", "は", "が", "で", "と", "から", "まで"];
const ENDINGS = [
  "します。",
  "です。",
  "できます。",
  "してください。",
  "ました。",
];
const KATAKANA =
  "アイウエオカキクケコサシスセソタチツテトナニノハヒフホマミメモラリルレロンー";

type Random = () => number;

function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)] as T;
}

/** Word numbers follow Zipf's law: the n-th word has a share of about 1/n. */
function zipf(count: number, random: Random): number {
  return Math.floor(Math.exp(random() * Math.log(count + 1))) - 1;
}

function makeWords(random: Random): { english: string[]; kanji: string[] } {
  const english = Array.from({ length: ENGLISH_WORDS }, () => {
    const length = 1 + Math.floor(random() * 4);
    return Array.from({ length }, () => pick(SYLLABLES, random)).join("");
  });
  const kanji = Array.from({ length: KANJI_WORDS }, (_, i) => {
    if (i % 4 === 3) {
      const length = 3 + Math.floor(random() * 5);
      return Array.from({ length }, () => pick([...KATAKANA], random)).join("");
    }
    const length = 1 + Math.floor(random() * 3);
    return Array.from(
      { length },
      () => String.fromCharCode(0x4e00 + zipf(6000, random)),
    ).join("");
  });
  return { english, kanji };
}

function englishSentence(words: readonly string[], random: Random): string {
  const length = 6 + Math.floor(random() * 18);
  const text = Array.from(
    { length },
    () => words[zipf(words.length, random)] ?? "",
  ).join(" ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function japaneseSentence(words: readonly string[], random: Random): string {
  const length = 3 + Math.floor(random() * 6);
  const parts = Array.from(
    { length },
    () => (words[zipf(words.length, random)] ?? "") + pick(PARTICLES, random),
  );
  return parts.join("") + pick(ENDINGS, random);
}

/** Makes the pages one by one. */
export function* makePages(
  { files, seed, japanese }: MakeOptions,
): Generator<Page> {
  const random = seeded(seed);
  const { english, kanji } = makeWords(random);
  for (let i = 0; i < files; i++) {
    const isJapanese = random() < japanese;
    const sentence = isJapanese
      ? () => japaneseSentence(kanji, random)
      : () => englishSentence(english, random) + " ";
    const heading = (): string =>
      sentence().trim().slice(0, isJapanese ? 16 : 40);
    const sections = 2 + Math.floor(random() * 9);
    let text = `---\ntitle: ${heading().replaceAll(":", "")}\n---\n\n`;
    for (let s = 0; s < sections; s++) {
      text += `${"#".repeat(s === 0 ? 1 : 2 + s % 2)} ${heading()}\n\n`;
      const sentences = 2 + Math.floor(random() * 8);
      for (let n = 0; n < sentences; n++) text += sentence();
      text += random() < 0.2
        ? `\n\n\`\`\`sh\n# CODE-${Math.floor(random() * 9999)}\nrun --port ${
          Math.floor(random() * 65536)
        }\n\`\`\`\n\n`
        : "\n\n";
    }
    yield { path: `part${i % 97}/page-${i}.md`, text };
  }
}
