import { defaultConfig } from "../../src/config/draft.ts";
import { createLogger } from "../../src/log.ts";
import { runtime } from "../../src/runtime/deno.ts";
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

/** What each tool does, to people; models read its own description. */
const PURPOSES: Readonly<Record<string, readonly [string, string]>> = {
  answer: [
    "Answers from the web, with sources; use it by default",
    "Web を検索し、出典付きで答えます（標準）",
  ],
  answer_detailed: [
    "The same with more research, for hard questions",
    "時間をかけてよく調べ、詳しく答えます",
  ],
  answer_quick: [
    "The same, short and fast, for simple questions",
    "簡単な質問に、短く素早く答えます",
  ],
  answer_result: [
    "Collects or lists answers that took too long",
    "時間のかかった回答を受け取り、一覧します",
  ],
  iris: [
    "An assistant that searches the web and runs code",
    "Web 検索とコード実行ができる相談相手です",
  ],
  manual_ls: [
    "Lists your manuals, or a directory of one",
    "マニュアル、またはその中身を一覧します",
  ],
  manual_toc: [
    "Lists files, and their headings if you like",
    "ファイルと見出しを一覧します",
  ],
  manual_find: [
    "Finds the sections that answer a question",
    "質問に答える節を探します",
  ],
  manual_hits: [
    "Pages through everything that was found, and why",
    "見つかった節とその理由を順にたどります",
  ],
  manual_read: [
    "Reads a section with its subsections",
    "節を、下位の節も含めて読みます",
  ],
  manual_scan: [
    "Reads a file from start to end, page by page",
    "ファイルを先頭から順に読みます",
  ],
  search: [
    "Searches all manuals at once",
    "すべてのマニュアルを一度に検索します",
  ],
  fetch: [
    "Reads what search found",
    "search で見つかった節を読みます",
  ],
};

/** One line per tool, which fits a screen. */
export function toolsTable(): string {
  return tableOf(["Tool", "What it does", "Required arguments"], 0);
}

/** The same in Japanese. */
export function japaneseToolsTable(): string {
  return tableOf(["ツール", "用途", "必須の引数"], 1);
}

function tableOf(head: readonly string[], language: 0 | 1): string {
  return table(
    head,
    allTools().map(({ name, inputSchema }) => {
      const purpose = PURPOSES[name];
      if (purpose === undefined) {
        throw new Error(`No purpose of ${name} in scripts/docs/tools.ts`);
      }
      const required = (inputSchema.required ?? []).map(code).join(", ");
      return [code(name), purpose[language], required];
    }),
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
