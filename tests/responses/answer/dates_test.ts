import assert from "node:assert/strict";
import { findDates } from "../../../src/responses/answer/dates.ts";
import { publicationDates } from "../../../src/responses/answer/publication.ts";

function dates(text: string): string[] {
  return findDates(text).map(({ date }) => date);
}

Deno.test("findDates() reads every common form", () => {
  const forms = {
    "2025-01-03": [
      "2025-01-03",
      "2025-1-3",
      "2025/01/03",
      "2025/1/3",
      "2025.01.03",
      "2025. 1. 3.",
      "２０２５／０１／０３",
      "2025-01-03T04:05:06Z",
      "2025-01-03T04:05:06.789+09:00",
      "2025-01-03 04:05 JST",
      "2025/01/03 4:05",
      "Jan 3, 2025",
      "Jan. 3, 2025",
      "JANUARY 3rd, 2025",
      "January 3 2025",
      "Friday, January 3, 2025",
      "Jan 3, 2025, 4:05 PM",
      "3 January 2025",
      "3rd of January, 2025",
      "Fri, 3 Jan 2025 04:05:06 GMT",
      "03-Jan-2025",
      "2025 Jan 3",
      "2025年1月3日",
      "2025年01月03日",
      "2025 年 1 月 3 日",
      "２０２５年１月３日（金）",
      "2025年1月3日 4時5分",
      "令和7年1月3日",
      "令和７年１月３日",
      "令和七年一月三日",
      "二〇二五年一月三日",
      "2025년 1월 3일",
      "2025年1月3号",
      "03.01.2025",
      "3.1.2025",
    ],
    "2025-09-13": [
      "Sept 13, 2025",
      "13 Sep 2025",
      "September 13, 2025",
      "13/09/2025",
      "09/13/2025",
    ],
    "2019-05-01": ["令和元年5月1日", "2019/5/1"],
    "2020-12-31": ["令和二年十二月三十一日", "二〇二〇年一二月三一日"],
    "2020-10-20": ["令和二年十月二十日"],
    "1989-01-08": ["平成元年1月8日"],
    "2024-02-29": ["2024-02-29", "Feb 29, 2024"],
  };
  for (const [date, texts] of Object.entries(forms)) {
    for (const text of texts) {
      assert.deepEqual(dates(`(${text})`), [date], text);
    }
  }
});

Deno.test("findDates() reads nothing that is no date, or two", () => {
  const texts = [
    "2025-02-30",
    "2025-13-01",
    "2025-00-10",
    "2025-01-00",
    "12025-01-011",
    "2025-01-02-03",
    "feed-2025-01-02",
    "01/02/2025",
    "2025.1.3",
    "v2025.01.03",
    "January 2025",
    "2025-01",
    "2025年1月",
    "5 Marches 2025",
    "Feb 30, 2025",
    "令和元年13月1日",
    "10.0.0.2025",
  ];
  for (const text of texts) assert.deepEqual(dates(text), [], text);
});

Deno.test("findDates() tells where dates stand, in order", () => {
  assert.deepEqual(
    dates("令和6年5月3日; 3 May 2024; May 4, 2024; 2024年5月5日; 2024-05-06"),
    ["2024-05-03", "2024-05-03", "2024-05-04", "2024-05-05", "2024-05-06"],
  );
  assert.deepEqual(findDates("a 2025-01-02, 3 May 2024"), [
    { date: "2025-01-02", start: 2, end: 12 },
    { date: "2024-05-03", start: 14, end: 24 },
  ]);
});

Deno.test("publicationDates() takes dates that stand for themselves or say so", () => {
  const today = "2026-11-16";
  const cases: Record<string, string | undefined> = {
    "|||| (2025-01-02)": "2025-01-02",
    "|||| 2025-01-02": "2025-01-02",
    "2025-01-02 ||||": "2025-01-02",
    "2025-01-02: Title ||||": "2025-01-02",
    "Title — 2025-01-02": "2025-01-02",
    "Title, 5 January 2025, ||||": "2025-01-05",
    "**2025-01-02** ||||": "2025-01-02",
    "NHK「見出し」2025年1月7日 ||||": "2025-01-07",
    "|||| (2025-01-02 – 2025-02-03)": undefined,
    "|||| published 2025-01-02": "2025-01-02",
    "|||| — Tuesday, January 7, 2025 at 10:30 AM PST": "2025-01-07",
    "Title last updated on Jan 5, 2025 ||||": "2025-01-05",
    "Title 公開日：2025年1月7日 ||||": "2025-01-07",
    "Title 2025年1月7日更新 ||||": "2025-01-07",
    "|||| (updated 2026-11-16)": today,
    "|||| (2026-11-17)": "2026-11-17",
    // The model looked at it then.
    "|||| (accessed 2025-01-02)": undefined,
    "|||| (Retrieved on Jan 5, 2025)": undefined,
    "|||| (Fri, 3 Jan 2025 04:05:06 GMT)": "2025-01-03",
    "|||| (2025-01-03T04:05:06.789+09:00)": "2025-01-03",
    "|||| — Monday, January 6, 2025, 4:05 PM": "2025-01-06",
    "||||（2025年1月7日 4時05分）": "2025-01-07",
    "||||（2025年1月7日閲覧）": undefined,
    "||||（閲覧日: 2025-01-07）": undefined,
    "|||| (as of 2025-01-02)": undefined,
    "||||（2025年1月7日時点）": undefined,
    "|||| (abgerufen am 03.01.2025)": undefined,
    "|||| (2026-11-16)": undefined,
    // Something else happened then, or will.
    "Weather on 2025-01-02 ||||": undefined,
    "2025年1月7日の天気 ||||": undefined,
    "The attack of September 11, 2001 ||||": undefined,
    "|||| (2026-11-18)": undefined,
    // What stands before a colon says what kind of date it is.
    "|||| (Date: 2025-01-02)": "2025-01-02",
    "|||| (publication date: 2025-01-02)": "2025-01-02",
    "|||| (发布日期：2025-01-02)": "2025-01-02",
    "||||: 2025-01-02": "2025-01-02",
    "|||| (event date: 2025-01-02)": undefined,
    "|||| (release date: 2025-01-02)": undefined,
    "|||| (deadline: 2025-01-02)": undefined,
    "|||| (access date: 2025-01-02)": undefined,
    "||||（開催日：2025年1月7日）": undefined,
    "||||（访问日期：2025-01-02）": undefined,
    "|||| (2025-01-02, accessed)": undefined,
    "|||| (2025-01-02, accessed 2026-11-16)": "2025-01-02",
    "|||| (2025-01-02 updated)": "2025-01-02",
    "Published 2025-01-02 ||||": "2025-01-02",
    "|||| (3–7 January 2025)": undefined,
    "|||| (Jan 3 – Jan 7, 2025)": undefined,
    "||||（2025年1月7日 火曜日）": "2025-01-07",
  };
  for (const [entry, date] of Object.entries(cases)) {
    assert.equal(publicationDates(entry, today)[0]?.date, date, entry);
  }
});
