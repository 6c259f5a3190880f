import type { FindSettings } from "../../src/manuals/search/settings.ts";

/** What switches each ingredient of the ranking off. */
export const INGREDIENTS: Readonly<
  Record<string, Readonly<Record<string, number | boolean>>>
> = {
  coverage: { "lexical.coverage_weight": 0 },
  uncovered: { "lexical.uncovered_weight": 0 },
  phrase: { "lexical.phrase_weight": 0 },
  proximity: {
    "lexical.proximity_bonus_near": 0,
    "lexical.proximity_bonus_far": 0,
  },
  number_context: { "lexical.number_context_bonus": 0 },
  code_exact: { "lexical.code_exact_bonus": 0 },
  definition_title: { "lexical.definition_title_bonus": 0 },
  heading: { "lexical.heading_weight": 0 },
  anchor: { "lexical.anchor_weight": 0 },
  title: { "lexical.title_weight": 1 },
  context: { "lexical.context_weight": 0 },
  file: { "lexical.file_weight": 0 },
  hiragana: { "lexical.hiragana_weight": 1 },
  mixed: { "lexical.mixed_weight": 1 },
  words: { "lexical.word_weight": 1 },
  humps: { "lexical.hump_weight": 1 },
  names: { "lexical.name_phrase_weight": 0 },
  prescan: { "find.file_prescan_enabled": false },
  exploration: { "find.exploration_enabled": false },
  query_decomp: { "find.query_decomp_enabled": false },
  diversity: { "find.diversity_weight": 0 },
  gate_ranks: { "find.required_base_weight": 1 },
};

/** The settings with one key, such as `lexical.k1`, changed. */
export function withSetting(
  settings: FindSettings,
  key: string,
  value: number | boolean,
): FindSettings {
  const [group = "", name = ""] = key.split(".");
  const groups = settings as unknown as Record<string, Record<string, unknown>>;
  if (!groups[group] || !(name in groups[group])) {
    throw new Error(`No setting manuals.${key}`);
  }
  const wanted = typeof groups[group][name];
  if (typeof value !== wanted || Number.isNaN(value)) {
    throw new Error(`manuals.${key} takes a ${wanted}`);
  }
  return { ...settings, [group]: { ...groups[group], [name]: value } };
}
