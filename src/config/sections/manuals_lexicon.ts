import type { SettingGroup } from "../setting.ts";

const WORDS = {
  type: "array",
  items: { type: "string", minLength: 1 },
  default: [],
} as const;

/** The keys below `manuals.lexicon`: words added to the general patterns. */
export const LEXICON_SETTINGS = {
  number_context: {
    ...WORDS,
    description: "Words that name a number (article, table, code).",
  },
  exceptions: {
    ...WORDS,
    description: "Words that announce an exception.",
  },
  exhaustive: {
    ...WORDS,
    description: "Words that ask for everything there is.",
  },
  definition_titles: {
    ...WORDS,
    description: "Words in a title that promise a definition.",
  },
  facets: {
    definition: { ...WORDS, description: "Words of the facet definition." },
    procedure: { ...WORDS, description: "Words of the facet procedure." },
    eligibility: { ...WORDS, description: "Words of the facet eligibility." },
    exceptions: { ...WORDS, description: "Words of the facet exceptions." },
    compare: { ...WORDS, description: "Words of the facet compare." },
  },
} as const satisfies SettingGroup;
