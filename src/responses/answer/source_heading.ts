/**
 * The headings under which models list their sources.
 *
 * @module
 */
import { trimEnd } from "./source_url.ts";

/** By language; the words of one are often those of another. */
const WORDS = [
  "sources?(?: used| cited| consulted| list| links| urls?| i used| consultées| utilisées| citées| principales| officielles)?(?: (?:for|in) this answer)?",
  "references?(?: list| links| urls?)?",
  "citations?",
  "bibliography",
  "works cited",
  "(?:foot|end)notes?",
  // Japanese
  "(?:(?:情報|データ|検索結果)の?)?出典(?:元|情報|url)?",
  "(?:一次)?情報(?:源|ソース|元)",
  "[参參][考照](?:文献|資料|情報|情報源|リンク|(?:web|ウェブ)?サイト|url|記事|ページ|ソース|出典|元|先)?",
  "参[考照]にした(?:情報|資料|サイト|ページ|記事)",
  "根拠資料",
  "引用(?:元|文献|資料|情報)?",
  "(?:検索)?ソース",
  "典拠",
  "出所",
  "脚注",
  // Spanish
  "(?:lista de )?fuentes?(?: consultadas| utilizadas| citadas| oficiales| principales| de (?:información|referencia|consulta))?",
  "referencias?(?: bibliográficas)?",
  "bibliografía(?: consultada)?",
  // German
  "quellen?(?:angaben?|verzeichnis|nachweise?|liste)?",
  "referenzen",
  "literatur(?:verzeichnis|angaben|hinweise)?",
  "(?:einzel)?nachweise|primärquellen",
  "belege",
  // French
  "références?(?: bibliographiques)?",
  "bibliographie",
  "(?:liste des|principales) sources",
  "webographie",
  // Chinese
  "(?:资料|資料|信息|資訊|数据|數據|消息|新闻|新聞|引用|引文|官方|主要|[参參]考)?[来來]源(?:链接|連結)?",
  "[参參]考(?:资料|文獻|链接|連結|网址|網址|网站|網站)",
  "引文|信源|文献",
  "出[处處]",
  // Korean
  "(?:(?:정보|자료|참고|인용)\\s?)?출처",
  "참[고조](?:\\s?(?:문헌|자료|링크|사이트))?",
  "각주|소스",
  "인용(?:\\s?(?:문헌|자료))?",
  // Portuguese and Italian
  "(?:lista de |elenco delle )?font[ei]s?(?: consultadas| utilizadas| citadas| oficiais| principais| de informação| consultate| utilizzate| citate| ufficiali| principali)?",
  "(?:referências|riferimenti)(?: bibliográficas| bibliografici)?",
  "bibliografia|sitografia",
  // Dutch and the Nordic languages
  "bron(?:nen|vermelding|verwijzingen)?(?:lijst)?|referenties",
  "käll(?:a|or|förteckning)|referens(?:er|lista)",
  "kilder?|kildeliste|referanser|lähteet|lähdeluettelo|viitteet",
  // Slavic languages
  "(?:список )?(?:использованны[ех] )?источник(?:и|ов)?(?: информации)?|(?:список )?литератур[аы]|ссылки на источники",
  "(?:список )?(?:використан(?:і|их) )?джерела?",
  "źródł[ao]|przypisy|(?:použité )?zdroje",
  // Others
  "kaynak(?:lar|ça)?|források|surse|πηγές|מקורות|المصادر|المراجع|स्रोत|संदर्भ",
  "sumber|referensi|daftar pustaka|nguồn(?: tham khảo)?|tài liệu tham khảo|แหล่งที่มา|แหล่งอ้างอิง|อ้างอิง",
].join("|");
const KIND =
  "list of|key|main|primary|official|web|selected|the|my|here are the|these are the|cited|used|information|principales|principais|principali|wichtigste|gebruikte|geraadpleegde|verwendete|zitierte|genutzte|wichtige|offizielle|主な|主要な?|使用した|利用した|参照した|参考にした|引用した|주요";
const WORD = new RegExp(
  `^(?:(?:${KIND})\\s?)?(?:${WORDS})(?:一覧|リスト|列表|清单|清單|\\s?목록)?$`,
  "i",
);
const AND =
  /\s?(?:\band\b|&|＆|・|\/|／|、|\bund\b|\by\b|\be[nt]?\b|\sи\s|と|及び|および|和|与|與|및)\s?/i;
// What stands beside them in a heading, and in none by itself.
const COMPANION =
  /^(?:dates?|links?|urls?|notes?|further reading|enlaces|liens|anmerkungen|collegamenti|ссылки|根拠|リンク|日付|公開日|注釈|链接|링크)$/i;
// What Markdown and people put before a heading: marks, numbers, pictures.
const MARKS_BEFORE = /^[^\p{L}]{1,40}/u;
const MARKS_AFTER = " \t*_】]〉》＞」』］〕»#—–-";
const REMARK = /(?:[(（][^()（）]{1,60}[)）]|\[[^[\]]{1,60}\]| with dates)$/i;
const MAX_HEADING = 120;

/**
 * Reads a line as the heading of a source list.
 *
 * @returns what follows it on the line; `undefined` if it is no such heading
 */
export function sourceHeading(line: string): string | undefined {
  const text = line.trim();
  const start = text.slice(0, MAX_HEADING);
  const colon = start.search(/[:：]/);
  // Most lines are prose, and long.
  if (colon < 0 && text.length > MAX_HEADING) return undefined;
  const words = (colon < 0 ? start : start.slice(0, colon))
    .replace("(s)", "").replace(MARKS_BEFORE, "");
  const parts = trimEnd(
    trimEnd(words.replace(REMARK, ""), MARKS_AFTER).replace(REMARK, ""),
    MARKS_AFTER,
  ).split(AND);
  const own = parts.filter((part) => WORD.test(part));
  const others = parts.filter((part) => COMPANION.test(part));
  if (own.length === 0 || own.length > 2) return undefined;
  if (own.length + others.length < parts.length) return undefined;
  return colon < 0 ? "" : text.slice(colon + 1).replace(/^[\s*_]{1,9}/, "");
}
