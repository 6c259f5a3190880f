/**
 * The same question in other forms: as people put it to a colleague, a forum or
 * a chat. `{}` stands for the plain query. Half a is tuned with, half b reports;
 * no form of one half is a variant of one in the other.
 *
 * @module
 */
import type { Half } from "./half.ts";

const ENGLISH: Readonly<Record<Half, readonly string[]>> = {
  a: [
    "How do I use {}?",
    "What is {} and how does it work?",
    "Can you tell me what I should do if I want to know about {}?",
    "Where can I find information on {}?",
    "Hi there! I'm pretty new to all this. Could somebody please explain {} to me? Thanks in advance!",
    "I was wondering whether there is any documentation about {}.",
    "We ran into trouble with {} yesterday and nobody on my team knows why. Any ideas?",
    "please show me everything about {}",
    "Sorry if this has been asked before, but I can't figure out {}. What am I missing?",
    "Is it possible to get more details regarding {}?",
    "I need help with {}, I've been stuck for hours",
    "Tell me about {}",
    "My manager asked me to look into {} and write a short summary. Where should I start reading?",
    "Hello, quick question: {}?",
    "What's the best way to deal with {} these days?",
    "Does anyone have experience with {}? I'd really appreciate some advice.",
    "Before I open a ticket, I'd like to understand {}; which page covers that?",
    "why would one want {}",
  ],
  b: [
    "Could you give me an overview of {}, please?",
    "When should I be using {}?",
    "I'm trying to understand {}. Which chapter of the manual talks about it?",
    "Good morning everyone, hope you are doing well. Today I have been reading up on {} but it still makes no sense to me. Would you mind pointing me in the right direction?",
    "So, uh, what exactly does {} mean?",
    "Looking for a guide to {}",
    "explain {} like I'm five",
    "I would like to learn more about {}. Do you know where that is described?",
    "Who can help me with {}? It keeps bothering me and the deadline is tomorrow.",
    "Hey! Do we have anything written down on {}?",
    "Are there any things I have to keep in mind concerning {}?",
    "I don't get {} at all, so could we go through it step by step?",
    "According to the docs, how are people supposed to handle {}?",
    "A customer complained about {} last week; what can we answer them?",
    "Let me know what you think of {} and how one gets started with it.",
    "which section should i read for {}",
    "Thank you for your help so far. One more thing: what about {}?",
    "It would be great if you could describe {} in simple words.",
  ],
};

const JAPANESE: Readonly<Record<Half, readonly string[]>> = {
  a: [
    "{}について教えてください。",
    "{}とは何ですか?",
    "{}はどうすればいいですか?",
    "すみません、{}の方法が分からないのですが、どなたか教えていただけないでしょうか。",
    "{}に関する情報はどこにありますか?",
    "お世話になっております。{}の件で質問があります。よろしくお願いいたします。",
    "{}を詳しく知りたいです",
    "初心者です。{}がうまくいかなくて困っています。何か見落としているのでしょうか?",
    "{}って何?",
    "{}を使うにはどうしたらよいでしょうか。",
    "上司に{}を調べるように言われました。まずどこを読めばいいですか。",
    "{}についてのドキュメントを探しています。",
    "{}の意味を簡単に説明してほしい",
  ],
  b: [
    "{}の使い方を説明してもらえますか?",
    "こんにちは。最近勉強を始めた者ですが、{}のことがよく理解できません。ご存じの方がいらっしゃいましたらご助言ください。",
    "{}はどのような場合に必要ですか?",
    "{}の概要をお願いします。",
    "{}に関して注意すべき点を知っておきたいのですが",
    "{}はどのページに書いてありますか?",
    "ちょっと聞きたいんだけど、{}ってどうやるの?",
    "{}で問題が起きました。原因と対処を教えて下さい。",
    "お忙しいところ恐れ入ります。{}の詳細をご教示いただけますと幸いです。",
    "なぜ{}が必要なのか分かりません。",
    "{}を一から順番に解説してくれると助かります。",
    "明日までに{}を理解しないといけません。おすすめの資料はありますか。",
    "{}とはどういうものなのでしょうか",
  ],
};

/** The forms of one half, in the language of a collection. */
export function questionForms(
  half: Half,
  japanese: boolean,
): readonly string[] {
  return (japanese ? JAPANESE : ENGLISH)[half];
}

/** A query in a form. */
export function wrap(form: string, query: string): string {
  return form.replace("{}", () => query);
}
