import type { FakeBody } from "./exchange.ts";
import type { Script } from "./script.ts";

/** Words that make the fake API search, as the policy asks of a model. */
const CURRENT =
  /today|now|current|latest|news|price|release|version|今日|本日|現在|最新|ニュース|価格|リリース|バージョン/i;
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/** The question without the hint line. */
export function questionOf(body: Pick<FakeBody, "input">): string {
  return body.input.replace(/\n\n\[Hints\].*$/s, "");
}

/** Today as the instructions give it, so that answers are repeatable. */
function todayOf(body: FakeBody): string {
  return /Today is (\d{4}-\d{2}-\d{2})/.exec(body.instructions)?.[1] ??
    "2026-01-01";
}

/** Chooses what to answer by what is asked. */
export function chooseScript(body: FakeBody, previous?: string): Script {
  const question = questionOf(body);
  const today = todayOf(body);
  if (/404/.test(question)) return notFound(question);
  if (/天気|weather/i.test(question)) return weather(question, today);
  const sites = (body.tools ?? []).flatMap((tool) =>
    "filters" in tool ? tool.filters?.allowed_domains ?? [] : []
  );
  if (previous !== undefined) {
    return /umbrella/i.test(question) && /weather/i.test(previous)
      ? umbrella()
      : followUp(question, previous);
  }
  return CURRENT.test(question) || sites.length > 0
    ? searched(question, sites, today)
    : known(question);
}

function notFound(question: string): Script {
  return {
    text: JAPANESE.test(question)
      ? "HTTP 404 (Not Found) は、要求されたリソースがサーバー上に見つからないことを示すステータスコードです。\n\n- URL の誤り、または移動・削除されたページで返ります。\n- 恒久的に無い場合は 410 (Gone) を使えます。"
      : "HTTP 404 (Not Found) means that the server has no resource at the requested URL.\n\n- The URL is wrong, or the page was moved or removed.\n- 410 (Gone) says that it is gone for good.",
  };
}

function weather(question: string, today: string): Script {
  const date = /\d{4}-\d{2}-\d{2}/.exec(question)?.[0] ?? today;
  const url = "https://www.jma.go.jp/bosai/forecast/?utm_source=openai";
  const text = JAPANESE.test(question)
    ? `${date}（JST）の東京の天気は晴れのち曇り、最高気温 17℃、最低気温 9℃、降水確率 20% の予報です。\n\n出典:\n- ${url} (${date})\n- oai-weather (${date})`
    : `The forecast for Tokyo on ${date} (JST) is sunny, later cloudy, high 17 °C, low 9 °C, 20 % chance of rain.\n\nSources:\n- ${url} (${date})\n- oai-weather (${date})`;
  return {
    text,
    searches: [{
      query: `weather Tokyo ${date}`,
      urls: ["https://www.jma.go.jp/bosai/forecast/"],
      apis: ["oai-weather"],
    }],
    cites: [{ url, title: "気象庁｜天気予報", date }],
  };
}

function umbrella(): Script {
  return {
    text:
      "No: with a 20 % chance of rain an umbrella can stay at home. It turns cloudy and cools down to 9 °C, so take a jacket.",
  };
}

function searched(
  question: string,
  sites: readonly string[],
  today: string,
): Script {
  const hosts = sites.length > 0 ? sites : ["example.com", "example.org"];
  const cites = hosts.slice(0, 3).map((host, i) => ({
    url: `https://${host}/articles/${i + 1}?utm_source=openai`,
    title: `${host}: article ${i + 1}`,
    date: today,
  }));
  const lines = cites.map((page) => `- ${page.url} (${page.date})`);
  const head = JAPANESE.test(question)
    ? `「${question}」について、${today} 時点で次のことが分かりました（これはテスト用サーバーの応答です）。`
    : `As of ${today}, this is what was found on "${question}" (answered by a test server).`;
  const [first] = cites;
  const link = first ? ` ([${first.title}](${first.url}))` : "";
  return {
    text: `${head}${link}\n\nSources:\n${lines.join("\n")}`,
    searches: [{ query: question, urls: cites.map((page) => page.url) }],
    cites,
  };
}

function followUp(question: string, previous: string): Script {
  return {
    text: JAPANESE.test(question)
      ? `先ほどの「${previous}」の続きとしてお答えします: ${question}（これはテスト用サーバーの応答です）。`
      : `Continuing from "${previous}": ${question} (answered by a test server).`,
  };
}

function known(question: string): Script {
  return {
    text: JAPANESE.test(question)
      ? `「${question}」への回答です（これはテスト用サーバーの応答です）。`
      : `This is the answer to "${question}" (answered by a test server).`,
  };
}
