import type { FindParams } from "../../src/manuals/find/find_params.ts";
import type { MemoryFiles } from "./memory_files.ts";

/** A source of whole numbers below a bound. */
export type Random = (below: number) => number;

const WORDS = [
  "install configure server backup restore network timeout retry running runs"
    .split(" "),
  "podBudget max_idle_time AB-123 v1.29 1,000 42 don't naïve Größe x".split(
    " ",
  ),
  "申請 方法 保険料 サーバー サーバ 設定 手順 第3条 ﾊﾞｯｸｱｯﾌﾟ 申し込み は とは"
    .split(
      " ",
    ),
].flat();

/** One of a list. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const chosen = list[random(list.length)];
  if (chosen === undefined) throw new RangeError("Nothing to choose from");
  return chosen;
}

function sentence(random: Random): string {
  const words = Array.from(
    { length: 1 + random(9) },
    () => pick(random, WORDS),
  );
  return words.join(pick(random, [" ", " ", "", "、"]));
}

/** Markdown with and without front matter, headings, text and line ends. */
function markdown(random: Random): string {
  const shape = random(12);
  if (shape === 0) return pick(random, ["", "\n\n", "\ufeff"]);
  let text = "";
  if (random(4) === 0) {
    text += `---\ntitle: ${sentence(random)}\n` +
      `description: ${sentence(random)}\n---\n`;
  }
  if (random(3) === 0) text += `${sentence(random)}\n`;
  for (let left = shape === 1 ? 60 : random(6); left > 0; left--) {
    const title = sentence(random);
    text += random(6) === 0
      ? `${title}\n===\n`
      : `${"#".repeat(1 + random(4))} ${title}\n`;
    for (let lines = shape === 2 ? 200 : random(4); lines > 0; lines--) {
      text += `${sentence(random)}\n`;
    }
    if (random(9) === 0) text += `\`\`\`\n# ${sentence(random)}\n\`\`\`\n`;
  }
  return random(6) === 0 ? text.replaceAll("\n", "\r\n") : text;
}

function content(random: Random, path: string): string | Uint8Array {
  if (random(25) === 0) return Uint8Array.of(0xff, 0x41);
  if (!path.endsWith(".json")) return markdown(random);
  if (random(4) === 0) return "{";
  return JSON.stringify({ [sentence(random)]: [sentence(random), 7] });
}

function newPath(random: Random): string {
  const dir = pick(random, ["", "", "a/", "a/b/", "ガイド/", "x.json/"]);
  const name = pick(random, ["one", "two", "設定", "index"]);
  return `${dir}${name}${random(9)}${pick(random, [".md", ".MD", ".json"])}`;
}

/** Writes a file of any kind below a directory. */
export function writeAny(
  files: MemoryFiles,
  dir: string,
  random: Random,
): void {
  const path = newPath(random);
  files.write(`${dir}/${path}`, content(random, path));
}

/** Changes something below a directory, in any way that editors and people do. */
export function changeAny(
  files: MemoryFiles,
  dir: string,
  random: Random,
): void {
  files.now += pick(random, [0, 1, 50, 500, 5000]);
  const paths = files.paths(dir);
  const change = random(8);
  if (change < 3 || paths.length === 0) return writeAny(files, dir, random);
  const path = pick(random, paths);
  const folder = path.slice(0, Math.max(0, path.indexOf("/")));
  if (change === 3) files.delete(`${dir}/${path}`);
  else if (change === 4 || folder === "") {
    files.write(`${dir}/${path}`, content(random, path));
  } else if (change === 5) files.delete(`${dir}/${folder}`);
  else {
    const from = change === 6 ? path : folder;
    const to = change === 6 ? newPath(random) : pick(random, ["moved", "zz"]);
    if (files.lstatSync(`${dir}/${to}`) === undefined) {
      files.move(`${dir}/${from}`, `${dir}/${to}`);
    }
  }
}

/** A search for anything in the manual `guide`. */
export function anyQuestion(random: Random): FindParams {
  const a = pick(random, WORDS);
  const b = pick(random, WORDS);
  return {
    manual_id: "guide",
    query: pick(random, [sentence(random), `${a}と${b}の違い`, `${a} vs ${b}`]),
    required_terms: random(2) === 0 ? [a] : [a, b],
    use_cache: random(2) === 0,
  };
}
