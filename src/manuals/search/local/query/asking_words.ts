/**
 * Words that carry a question rather than what it is about. Two classes of
 * English: closed ones (articles, pronouns, prepositions, auxiliaries…), which
 * say little in any text, and those of talking, wanting and thanking, which say
 * little in a sentence that somebody speaks, but may be a keyword elsewhere.
 * For Japanese, the phrases around what is asked.
 *
 * @module
 */
import { stem } from "../tokens/stem.ts";

/** Determiners, prepositions, conjunctions, adverbs of degree and place. */
const GRAMMAR = `
a an the this that these those such each every either neither some any all both
few many much more most less least several enough other another own same no not
nor none and or but if then else so than because since while though although
unless until whereas as at by for from in into of off on onto out over to toward
towards under up upon with within without about above across after against along
among around before behind below beneath beside besides between beyond despite
down during except inside like near outside per regarding concerning through
throughout via here there now just only also too very quite rather really even
still yet already again ever never always often maybe perhaps please however
therefore thus hence actually basically simply exactly currently instead
`;

/**
 * Who speaks, and what is asked with: somebody talks. Not `us` and `mine`, which
 * share their stems with `use` and `mining`.
 */
const SPEAKING = `
i me my myself you your yours yourself we our ours ourselves somebody someone
anybody anyone everybody everyone nobody who whom whose which what when where
why how whether im ive youre youve weve dont cant wont lets gonna wanna thanks
thank please pls sorry
`;

/** How one greets: a text that begins so is talk. */
const GREETINGS = `hi hiya hello hey greetings dear good`;

/** Auxiliaries; a text that begins with one asks. */
const AUXILIARIES = `
am is are was were be been being do does did doing done have has had having can
could may might must shall should will would ought doesnt didnt cannot couldnt
wouldnt shouldnt isnt arent wasnt werent hasnt havent hadnt aint
`;

/** Other pronouns. */
const PRONOUNS = `
he him his she her hers it its itself they them their theirs themselves one ones
something anything everything nothing whatever whichever whenever wherever
theyre
`;

/** What people say around a question, and what they call its answer. */
const TALK = `
able according advance advice afternoon ago ahead answer apologies apparently
appreciate appreciated ask asked asking assist assistance assume aware bad basic
basics believe best better bit brief briefly browse chapter cheers clarify clear
clue colleague colleagues confused confusing context correct correctly couple
cover covered covers curious day days deal dear deep describe described
describes detail details difficult direction discuss doc docs document
documentation documented easy elaborate evening example examples exist exists
expect expected experience explain explained explaining explanation fact far
feel figure figured find finding fine folks forward found friend get gets
getting give given gives glad go goes going good got grateful great guess
guidance guide guys hand handle happen happened happening happens happy hard
head hear heard help helped helpful helping hint hints hope hour hours idea
ideas info inform information insight instruct instructions intend interested
introduction issue issues job keep keeps kind kindly knew know knowing knowledge
knows last later learn learned learning let little long look looked looking
looks lost lot lots love made make makes making manage manual matter mean
meaning means mention mentioned mind minute missing moment month morning mostly
much need needed needs new newbie newcomer nice night noob novice obvious okay
old opinion overview page pages part people person piece place plain point
pointer pointers pointing possible possibly practice pretty previous previously
problem problems proper properly put puts question questions quick quickly read
reading reads reason recommend recommended refer relevant respond right said say
saying says search searched searching section see seem seems seen sense share
short show showing shown shows simple situation soon sort speak start started
starting step steps struggle struggling stuck stuff suggest suggestion
suggestions summary suppose supposed sure take takes talk talking talks teach
tell telling tells thing things think thinking thought time tip tips today
together told tomorrow topic tried trouble try trying tutorial understand
understanding understood urgent use used useful uses using usual usually want
wanted wanting wants way ways week well went wish wonder wondered wondering word
words work worked working works worry write written wrong year years yes
yesterday
`;

// Somebody tells what to do: "Write down the steps for …".
const MIN_ASKING = 4;

/** How much a word counts that does the grammar, or belongs to the talk. */
export const ASKING_WEIGHTS = { grammar: 0.1, talk: 0.25 } as const;

// Phrases of Japanese questions: stems of asking, wanting and thanking with
// their endings, and what an answer is called.
const JAPANESE_ASKING =
  /(?:お|ご)?(?:教え|おしえ|教示|知り|存じ|分か|わか|判ら|解ら|調べ|探し|聞き|訊き|伺い|尋ね|質問|相談|願い|世話|忙し|恐れ入|恐縮|申し訳|困っ|悩ん|助言|助か|幸い|理解|説明|解説|紹介|案内|詳し|詳細|概要|簡単|意味|情報|資料|方法|件|何|誰|初心者|初めて|最近|勉強|上司|先輩|同僚|言われ|書い|読め|読ん|見つから|使い方|やり方|おすすめ|お勧め|注意|必要|場合|問題|原因|対処|今日|明日|昨日)[ぁ-ゖー]*|(?:について|に関し|に関する|とは|って|どこ|どう|どの|どんな|いつ|なぜ|なに|ください|下さい|いただ|頂|ます|です|でしょう|ません|たい|ほしい|欲しい|すみません|こんにちは|こんばんは|おはよう|ありがとう|よろしく)[ぁ-ゖー]*/g;

/** English words by their stems; made when the first query is. */
export class AskingWords {
  readonly #grammar: ReadonlySet<string> = stems(
    `${GRAMMAR} ${SPEAKING} ${AUXILIARIES} ${PRONOUNS} hi hiya hello hey`,
  );
  readonly #speaking: ReadonlySet<string> = stems(SPEAKING);
  readonly #auxiliaries: ReadonlySet<string> = stems(AUXILIARIES);
  readonly #openers: ReadonlySet<string> = stems(
    `${AUXILIARIES} ${GREETINGS}`,
  );
  readonly #talk: ReadonlySet<string> = stems(TALK);

  /** Tells whether a stem is one of these words'. */
  has(token: string): boolean {
    return this.#grammar.has(token) || this.#talk.has(token);
  }

  /** Tells whether somebody talks, or lists what to look for. */
  areSpoken(tokens: readonly string[]): boolean {
    if (this.#openers.has(tokens[0] ?? "")) return true;
    if (tokens.some((token) => this.#speaking.has(token))) return true;
    const asking = tokens.filter((token) => this.has(token));
    return this.#talk.has(tokens[0] ?? "") && asking.length >= MIN_ASKING &&
      asking.length * 5 >= tokens.length * 3;
  }

  /** Tells whether a sentence's parts meet at a word: one that talks or acts. */
  isJoint(token: string): boolean {
    return this.#speaking.has(token) || this.#auxiliaries.has(token) ||
      this.#talk.has(token);
  }

  /** What each of a query's tokens counts for, spoken or listed. */
  weights(tokens: readonly string[], spoken: boolean): number[] {
    return tokens.map((token) => {
      if (this.#grammar.has(token)) return ASKING_WEIGHTS.grammar;
      return spoken && this.#talk.has(token) ? ASKING_WEIGHTS.talk : 1;
    });
  }
}

function stems(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/).map(stem));
}

/** The phrases of a Japanese text that only ask. */
export function askingPhrases(text: string): readonly string[] {
  return text.match(JAPANESE_ASKING) ?? [];
}
