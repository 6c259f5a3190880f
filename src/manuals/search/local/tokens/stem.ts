/**
 * English suffix stripping after Porter's algorithm of 1980: words with one
 * stem count as one term. Called once per distinct word.
 *
 * @module
 */

type Rule = readonly [suffix: string, replacement: string];
/** By the last letter of their suffixes: for most words there are none. */
type Rules = ReadonlyMap<string | undefined, readonly Rule[]>;

function byLastLetter(rules: readonly Rule[]): Rules {
  const letters = rules.map(([suffix]) => suffix.at(-1));
  return new Map(letters.map((letter) => [
    letter,
    rules.filter((_, i) => letters[i] === letter),
  ]));
}

const STEP2 = byLastLetter([
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["bli", "ble"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
  ["logi", "log"],
]);

const STEP3 = byLastLetter([
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
]);

const STEP4: readonly string[] = [
  "al",
  "ance",
  "ence",
  "er",
  "ic",
  "able",
  "ible",
  "ant",
  "ement",
  "ment",
  "ent",
  "ion",
  "ou",
  "ism",
  "ate",
  "iti",
  "ous",
  "ive",
  "ize",
];

function isConsonant(word: string, at: number): boolean {
  switch (word.charCodeAt(at)) {
    case 97: // a
    case 101: // e
    case 105: // i
    case 111: // o
    case 117: // u
      return false;
    case 121: // y
      return at === 0 || !isConsonant(word, at - 1);
    default:
      return true;
  }
}

/** Porter's m: how many times a vowel run is followed by a consonant run. */
function measure(stem: string): number {
  let count = 0;
  let inVowels = false;
  for (let at = 0; at < stem.length; at++) {
    const consonant = isConsonant(stem, at);
    if (consonant && inVowels) count++;
    inVowels = !consonant;
  }
  return count;
}

function hasVowel(stem: string): boolean {
  for (let at = 0; at < stem.length; at++) {
    if (!isConsonant(stem, at)) return true;
  }
  return false;
}

function endsDouble(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word[last] === word[last - 1] && isConsonant(word, last);
}

/** Consonant, vowel, consonant other than w, x, y: the stem wants its e. */
function endsShort(word: string): boolean {
  const last = word.length - 1;
  return last >= 2 && isConsonant(word, last) && !isConsonant(word, last - 1) &&
    isConsonant(word, last - 2) && !"wxy".includes(word[last] ?? "");
}

function stripPlural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function stripPast(word: string): string {
  if (word.endsWith("eed")) {
    return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  }
  const cut = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0;
  const stem = word.slice(0, word.length - cut);
  if (cut === 0 || !hasVowel(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return stem + "e";
  if (endsDouble(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? stem + "e" : stem;
}

function replaceSuffix(word: string, rules: Rules): string {
  for (const [suffix, replacement] of rules.get(word.at(-1)) ?? []) {
    if (!word.endsWith(suffix)) continue;
    const stem = word.slice(0, -suffix.length);
    return measure(stem) > 0 ? stem + replacement : word;
  }
  return word;
}

function dropSuffix(word: string): string {
  let longest = "";
  for (const suffix of STEP4) {
    if (suffix.length > longest.length && word.endsWith(suffix)) {
      longest = suffix;
    }
  }
  if (longest === "") return word;
  const stem = word.slice(0, -longest.length);
  if (longest === "ion" && !/[st]$/.test(stem)) return word;
  return measure(stem) > 1 ? stem : word;
}

function tidyEnd(word: string): string {
  let result = word;
  if (result.endsWith("e")) {
    const stem = result.slice(0, -1);
    const m = measure(stem);
    if (m > 1 || (m === 1 && !endsShort(stem))) result = stem;
  }
  return measure(result) > 1 && endsDouble(result) && result.endsWith("l")
    ? result.slice(0, -1)
    : result;
}

/** The stem of a lower-case English word; words under three letters stay. */
export function stem(word: string): string {
  if (word.length < 3) return word;
  let result = stripPast(stripPlural(word));
  if (result.endsWith("y") && hasVowel(result.slice(0, -1))) {
    result = result.slice(0, -1) + "i";
  }
  result = replaceSuffix(result, STEP2);
  result = replaceSuffix(result, STEP3);
  return tidyEnd(dropSuffix(result));
}
