import type { RegexVerdict } from "./judge_regex.ts";
import type { RegexAnswer, RegexQuestion } from "./worker.ts";

const WORKER = new URL("./worker.ts", import.meta.url);

/** Judges expressions on all processors; gives the verdicts in their order. */
export async function judgeRegexes(
  regexes: readonly RegExp[],
): Promise<RegexVerdict[]> {
  const verdicts: RegexVerdict[] = [];
  let next = 0;

  async function work(): Promise<void> {
    const worker = new Worker(WORKER, { type: "module" });
    try {
      while (next < regexes.length) {
        const index = next++;
        const { source = "", flags = "" } = regexes[index] ?? {};
        verdicts[index] = await ask(worker, { index, source, flags });
      }
    } finally {
      worker.terminate();
    }
  }

  const threads = Math.min(navigator.hardwareConcurrency, regexes.length);
  await Promise.all(Array.from({ length: threads }, work));
  return verdicts;
}

function ask(worker: Worker, question: RegexQuestion): Promise<RegexAnswer> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<RegexAnswer>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(question);
  });
}
