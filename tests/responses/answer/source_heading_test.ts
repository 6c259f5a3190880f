import assert from "node:assert/strict";
import { sourceHeading } from "../../../src/responses/answer/source_heading.ts";

const WORDS = [
  "Sources",
  "SOURCES",
  "Source(s)",
  "References",
  "Citations",
  "Bibliography",
  "Works cited",
  "Key sources",
  "Sources and references",
  "Sources & References",
  "Cited sources",
  "Source links",
  "出典",
  "出典一覧",
  "出典・参考文献",
  "情報源",
  "参考",
  "参考文献",
  "参考資料",
  "参考リンク",
  "参考URL",
  "参照",
  "参照元",
  "参照リンク",
  "引用元",
  "主な情報源",
  "参考にした情報源",
  "ソース",
  "Fuentes",
  "Fuentes consultadas",
  "Referencias",
  "Bibliografía",
  "Quellen",
  "Verwendete Quellen",
  "Quellenangaben",
  "Quellenverzeichnis",
  "Einzelnachweise",
  "Literaturverzeichnis",
  "Références",
  "Sources consultées",
  "Bibliographie",
  "来源",
  "资料来源",
  "資料來源",
  "参考资料",
  "參考資料",
  "参考链接",
  "出处",
  "출처",
  "참고 문헌",
  "참고자료",
  "참고",
];

Deno.test("sourceHeading() knows the words of many languages", () => {
  for (const word of WORDS) {
    for (
      const heading of [
        `${word}:`,
        `${word}：`,
        `## ${word}`,
        `**${word}**`,
        `**${word}:**`,
        `5. ${word}`,
        `### 📚 ${word}`,
        `【${word}】`,
        `「${word}」`,
        `＜${word}＞`,
        `« ${word} » :`,
        `  ${word} (3):`,
      ]
    ) assert.equal(sourceHeading(heading), "", heading);
    assert.equal(sourceHeading(`${word}: x`), "x", word);
  }
});

Deno.test("sourceHeading() takes no other line for one", () => {
  const lines = [
    "Sources differ",
    "Resources:",
    "Sources of energy:",
    "References to it:",
    "参考までに",
    "Quellcode:",
    "Data sources matter: a lot",
    "- https://a.com/",
    "",
    `Sources${" ".repeat(200)}x`,
  ];
  for (const line of lines) {
    assert.equal(sourceHeading(line), undefined, line);
  }
});
