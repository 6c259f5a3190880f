/**
 * Which dates in an entry of a source list say when the source was published.
 * A title may name the day of an event, and a model may note when it looked: to
 * take either for a publication date would be to invent one.
 *
 * @module
 */
import { findDates, type FoundDate } from "./dates.ts";

const ON = "(?:\\s(?:on|at|el|le|am|vom))?\\s{0,2}[:：]?\\s{0,2}";
const DAY = "(?:日期?|时间|時間|일)?";
const PUBLISHED_BEFORE = new RegExp(
  `(?:\\b(?:pub(?:l|lished|lication)?\\.?|publish|posted|updated?|modified|revised|dated|publicado|actualizado|fecha|veröffentlicht|aktualisiert|stand|datum|publié|mis à jour)(?: date)?|(?:^|\\n|[^\\p{L}\\s]|\\biso)\\s{0,8}date|(?:公開|掲載|更新|発表|発行|配信|投稿|作成|改定|日付|发布|發布|게시|작성|업데이트)${DAY})${ON}$`,
  "iu",
);
const PUBLISHED_AFTER =
  /^\s{0,2}[(（]?(?:に|付け?で?)?(?:公開|掲載|更新|発表|発行|配信|投稿|作成|改定|付|发布|發布|게시|작성|업데이트|(?:published|posted|updated|revised)\b(?!\s))/;
const ACCESSED_BEFORE = new RegExp(
  `(?:\\b(?:access(?:ed)?|retriev(?:ed|al)|viewed|visited|checked|fetched|crawled|as of|consultado|accedido|abgerufen|zugriff|consulté)(?: date)?|(?:閲覧|アクセス|取得|参照|確認|访问|訪問|查阅|检索|접속|열람|검색)${DAY})${ON}$`,
  "i",
);
const ACCESSED_AFTER =
  /^\s{0,2}[(（]?(?:(?:に|の)?(?:閲覧|アクセス|取得|参照|確認|時点|現在|访问|訪問|查阅|접속|열람)|,?\s?(?:accessed|retrieved|viewed)(?!\s?(?:on\s)?[\d(:A-Z]))/i;
// Before a colon stands what kind of date it is; only some kinds are wanted.
const CUT_BEFORE =
  /(?:^|[\n()（）[\]［］【】」』》〉|,、，;；.。·•・–—*_"'“”<>~\uFFFC-]|[^\p{L}\s][:：])\s{0,3}$/u;
const CUT_AFTER =
  /^\s{0,3}(?:$|[\n()（）[\]［］【】|,、，;；:：.。·•・–—*_"'“”<>~\uFFFC-])/;
const WEEKDAY =
  /\b(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?\.?,?\s{1,2}$/i;
const TIME =
  /^(?:T|,?\s{0,2}(?:at\s)?)\d{1,2}(?:[:時]\d{2}){1,2}分?(?:\.\d{1,9})?(?:\s?[ap]\.?m\.?)?(?:\s?(?:Z|[A-Z]{2,4}|[+-]\d{2}:?\d{2}))?(?!\w)/i;
const RANGE = /^\s{0,2}(?:[–—~〜～-]|to|から|bis)\s{0,2}$/;
// "3–7 January 2025", "Jan 3 – Jan 7, 2025"
const RANGE_BEFORE =
  /(?:^|[^\d.-])\d{1,2}(?:st|nd|rd|th)?\s{0,2}(?:[–—~-]|to|and|&)\s{0,2}$/;
const LETTER = /\p{L}/u;
const CONTEXT = 40;

/**
 * Finds the publication dates in an entry: those that are labelled as such, and
 * those that stand by themselves. Not today's without a label: that is what a
 * model writes where a source shows none.
 *
 * @param entry Its text, with `|` for every character of an address
 */
export function publicationDates(entry: string, today: string): FoundDate[] {
  const dates = findDates(entry);
  const isRange = (from?: FoundDate, to?: FoundDate): boolean =>
    from !== undefined && to !== undefined &&
    RANGE.test(entry.slice(from.end, to.start));
  return dates.filter((found, i) => {
    if (isRange(found, dates[i + 1]) || isRange(dates[i - 1], found)) {
      return false;
    }
    const { date, start, end } = found;
    // Where it is published, the day may have begun already.
    if (date > dayAfter(today)) return false;
    const before = entry.slice(Math.max(0, start - CONTEXT), start)
      .replace(WEEKDAY, "");
    const after = entry.slice(end, end + CONTEXT).replace(TIME, "");
    const isYearFirst = /^\d{4}/.test(entry.slice(start));
    if (!isYearFirst && RANGE_BEFORE.test(before)) return false;
    // Most dates stand in brackets behind an address, without a label.
    const isLabelled = LETTER.test(before);
    const isFollowed = LETTER.test(after);
    if (isLabelled && PUBLISHED_BEFORE.test(before)) return true;
    if (isFollowed && PUBLISHED_AFTER.test(after)) return true;
    if (isLabelled && ACCESSED_BEFORE.test(before)) return false;
    if (isFollowed && ACCESSED_AFTER.test(after)) return false;
    return date !== today && CUT_BEFORE.test(before) && CUT_AFTER.test(after);
  });
}

function dayAfter(date: string): string {
  const next = new Date(`${date}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}
