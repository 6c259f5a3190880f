/**
 * Questions by how they are put, to see whether any one way of asking fails
 * where the mean does not show it. Lists were mended after a look at them; no
 * weight was tuned. `{}` stands for the plain query.
 *
 * @module
 */

const ENGLISH: Readonly<Record<string, readonly string[]>> = {
  indirect: [
    "I can't help asking myself what the people who wrote this had in mind with {}.",
    "It isn't obvious to me whether one is even supposed to touch {}.",
    "Somebody ought to spell out {} for those of us who joined recently.",
    "Rumour has it that the handbook has a page or two on {}.",
  ],
  "several sentences": [
    "We moved offices in June. Since then half the team works remotely. What they keep tripping over is {}. Is there a chapter on it?",
    "First the good news: everything is green again. The bad news is that nobody can say why. I suspect {} plays a role. Where would you look?",
    "I have two screens, three coffees and no clue. Yesterday it was fine. Today I am asked to present {} to the board. Help me out?",
  ],
  greeting: [
    "Dear maintainers, I hope this finds you well. Might I ask for a word or two on {}? Yours sincerely, Margaret",
    "Yo, sup? need the lowdown on {} asap",
    "Hello from Lisbon! Lovely weather here. Could you say something about {}?",
  ],
  asker: [
    "As a student with hardly any background in this field, I would love to grasp {}.",
    "I'm a retired teacher who volunteers at a library, and our machine complains about {}.",
    "Speaking as the only engineer in a company of four: what do I do about {}?",
    "I work night shifts in support and callers keep bringing up {}.",
  ],
  "wrong guess": [
    "I assumed {} was just a matter of restarting the box, but apparently that's wrong. What is it really?",
    "Isn't {} something one buys from a vendor? If not, please correct me.",
    "My first thought was a broken cable, my second a virus; it turns out to be {}. Tell me more.",
  ],
  negation: [
    "I do not want a history lesson, nor marketing. Just {}, nothing else.",
    "Not looking for alternatives and not interested in opinions: only {}.",
    "Why can nobody tell me anything about {} without drifting off?",
  ],
  thanks: [
    "{} please. Thanks a million, you folks are life savers!",
    "what do we know about {}? ty in advance :)",
    "A line on {} would make my day. Much obliged and have a lovely weekend!",
  ],
  "code fence": [
    "Could you look at this for me?\n```\n{}\n```\nNo idea what to make of it.",
    "My notes say\n\n    {}\n\nand I cannot remember what I meant.",
    "`{}` is all the ticket says. What now?",
  ],
  bullets: [
    "Questions for Monday:\n- who brings cake?\n- {}\n- when is lunch?",
    "1. Read the minutes\n2. Find out about {}\n3. Tell Bob",
    "* context: migration weekend\n* question: {}\n* urgency: high",
  ],
  mixed: [
    "新人です。{} についてdocsのどこを見ればいいですか? Thanks!",
    "{} の件、could you please explain? よろしくお願いします。",
    "Hi, {} って何ですか? I couldn't find it anywhere.",
  ],
};

const JAPANESE: Readonly<Record<string, readonly string[]>> = {
  indirect: [
    "{}というものがいまひとつ腹落ちしないまま今日に至っております。",
    "{}に触れている箇所がどこかにあったような気がするのですが。",
    "聞くところによると、{}にはコツがあるらしいですね。",
    "{}くらい知っておけと言われてしまいまして。",
  ],
  "several sentences": [
    "先月から在宅勤務になりました。周りに聞ける人がいません。目下の悩みは{}です。手がかりになりそうな章はありませんか。",
    "朝は動いていました。昼に席を外しました。戻ったらこの有様です。どうも{}が怪しい。どこから見ましょうか。",
    "資料は集めました。時間もあります。足りないのは{}の知識だけです。お力添えを。",
  ],
  greeting: [
    "拝啓 秋冷の候、ますますご清栄のこととお慶び申し上げます。さて、{}につきましてご高説を賜りたく存じます。敬具",
    "おつかれさまです！{}のこと聞いてもいいですか〜",
    "はじめまして、大阪の山本です。{}でつまずいております。",
  ],
  asker: [
    "文系出身で右も左もわからない私に、{}を噛み砕いて話してもらえませんか。",
    "定年後に趣味で始めた者です。{}に手こずっています。",
    "一人で情シスをしています。{}をどう扱えばいいのやら。",
    "夜勤のオペレーターです。電話口で{}のことをよく尋ねられます。",
  ],
  "wrong guess": [
    "てっきり{}は再起動すれば済むものと思っていましたが、違うのですか。",
    "{}って有料のサービスですよね？違ったら訂正してください。",
    "最初は断線かと疑いましたが、どうやら{}のようです。もっと知りたいです。",
  ],
  negation: [
    "歴史や宣伝は要りません。{}だけで結構です。",
    "代わりの案ではなく、あくまで{}について伺っています。",
    "{}を使わないという選択肢はないのでしょうか。",
  ],
  thanks: [
    "{}をお願いします。いつも本当に助かっています、感謝です！",
    "{}の件、わかる範囲で構いませんので。ありがとうございました。",
    "{}を一言でどうぞ。良い週末を！",
  ],
  "code fence": [
    "これを見てもらえますか。\n```\n{}\n```\nさっぱりです。",
    "メモには\n\n    {}\n\nとだけあります。何のことでしょう。",
    "`{}` としか書かれていません。どうしたものか。",
  ],
  bullets: [
    "月曜の議題:\n- お茶当番\n- {}\n- 次回の日程",
    "1. 議事録を読む\n2. {}を調べる\n3. 佐藤さんに伝える",
    "・背景: 週末の移行作業\n・質問: {}\n・緊急度: 高",
  ],
  mixed: [
    "Hi, {} について知りたいです。Any pointers? よろしくです。",
    "{} がよく分かりません。Please help!",
    "Sorry, 日本語で質問します。{} のbest practiceはありますか。",
  ],
};

/** The forms of each family, in the language of a collection. */
export function questionFamilies(
  japanese: boolean,
): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(japanese ? JAPANESE : ENGLISH));
}
