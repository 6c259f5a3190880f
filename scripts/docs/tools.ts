import { defaultConfig } from "../../src/config/draft.ts";
import { createLogger } from "../../src/log.ts";
import { runtime } from "../../src/runtime/deno.ts";
import type { ObjectSchema } from "../../src/schema/schema.ts";
import { createToolSet } from "../../src/tools/mod.ts";
import type { ToolDefinition } from "../../src/tools/tool.ts";
import { propertiesTable } from "./properties.ts";
import { code, table } from "./table.ts";

/** The definitions of all tools, those switched off by default included. */
export function allTools(): ToolDefinition[] {
  const config = defaultConfig();
  const { tools } = createToolSet({
    config: {
      ...config,
      responses: { ...config.responses, background: "always" },
      server: {
        ...config.server,
        tools: ["answer", "iris", "manual", "connector"],
      },
      manuals: { ...config.manuals, root: "." },
    },
    runtime,
    log: createLogger(runtime),
  });
  return tools.map((tool) => tool.definition);
}

/** One line per tool. */
export function toolsTable(): string {
  return tableOf(
    ["Tool", "What for", "Arguments"],
    ({ description }) => description,
  );
}

/** What each tool is for, to readers of Japanese; models read the English. */
const JAPANESE: Readonly<Record<string, string>> = {
  answer: "必要なら Web を検索し、出典付きで答えます。通常はこれを使います。",
  answer_detailed: "よく調べて詳しく答えます。込み入った質問に向きます。",
  answer_quick: "短く素早く答えます。簡単な確認や急ぎの質問に向きます。",
  answer_result:
    "時間内に間に合わなかった回答を response_id で受け取ります。response_id なしでは最近の長い回答を一覧します。responses.background を設定すると使えます。",
  iris:
    "Web 検索とコード実行ができるアシスタントに尋ねます。回答の末尾にある Response ID で会話を続けられます。",
  manual_ls:
    "マニュアルの一覧、またはその中のディレクトリを 200 件ずつ表示します。ほかのマニュアルツールより先に呼びます。読まれない文書の数は skipped で分かります。",
  manual_toc:
    "マニュアルのファイルを一覧します。deep なら見出しと行番号も示します。",
  manual_find:
    "質問に最もよく答える節を探します。見つかった節は manual_read で読み、全件は manual_hits でたどります。",
  manual_hits: "manual_find の結果と経緯をページごとに表示します。",
  manual_read:
    "Markdown、テキスト、reStructuredText、AsciiDoc の節を、下位の節も含めて読みます。同じ呼び出しをすぐに繰り返すと続きを返します。JSON は manual_scan で読みます。",
  manual_scan:
    "Markdown、テキスト、reStructuredText、AsciiDoc、JSON のファイルを、先頭から eof まで順に読みます。",
  search:
    "手元のすべてのマニュアルを一度に検索し、最もよく合う節とその行を返します。節は fetch で読みます。",
  fetch: "search で見つかった節を、下位の節も含めて読みます。",
};

/** The same in Japanese. */
export function japaneseToolsTable(): string {
  return tableOf(["ツール", "用途", "引数"], ({ name }) => {
    const text = JAPANESE[name];
    if (text === undefined) throw new Error(`No Japanese for ${name}`);
    return text;
  });
}

function tableOf(
  head: readonly string[],
  purpose: (tool: ToolDefinition) => string,
): string {
  return table(
    head,
    allTools().map((tool) => [
      code(tool.name),
      purpose(tool),
      argumentNames(tool.inputSchema).join(", "),
    ]),
  );
}

/** Each tool with its arguments and its result. */
export function toolsReference(): string {
  return allTools().map((tool) => {
    const { name, description, group, inputSchema, outputSchema } = tool;
    const hints = Object.entries(tool.annotations)
      .map(([hint, value]) => code(`${hint}: ${value}`)).join(", ");
    return [
      `### ${code(name)}`,
      description,
      `Group ${code(group)}. ${hints}`,
      propertiesTable(inputSchema, "required"),
      outputSchema
        ? `Result:\n\n${propertiesTable(outputSchema, "optional")}`
        : "",
    ].filter((part) => part !== "").join("\n\n");
  }).join("\n\n");
}

function argumentNames(schema: ObjectSchema): string[] {
  return Object.keys(schema.properties).map((name) =>
    schema.required?.includes(name) ? `**${name}**` : name
  );
}
