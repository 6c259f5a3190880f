/** Keys of earlier versions, and what replaces each. */
const REMOVED: Readonly<Record<string, string>> = {
  "policy.search_triggers":
    "the system policy tells the model when to search; change it with policy.system",
  "policy.prefer_search_when_unsure":
    "the system policy tells the model when to search; change it with policy.system",
  "policy.requery_attempts":
    "the model decides when to search again; request.max_retries sets retries of failed requests",
  "policy.require_dates_iso": "sources always carry ISO dates",
  "responses.json_mode": "results are always JSON",
  "server.transport": "the command line says it: --stdio or --http",
  "openai.model": "use model_profiles",
  "manuals.find.scan_hard_cap":
    "a ranking never looks at more than 50 sections",
  "manuals.cache.max_summary_conflict":
    "a search does not judge contradictions; manuals.cache.max_summary_gap guards the cache",
};

/** Their environment variables. */
const REMOVED_ENV: Readonly<Record<string, string>> = {
  REQUERY_ATTEMPTS:
    "the model decides when to search again; OPENAI_MAX_RETRIES sets retries of failed requests",
  MANUAL_FIND_SCAN_HARD_CAP: "a ranking never looks at more than 50 sections",
  SEM_CACHE_MAX_SUMMARY_CONFLICT:
    "a search does not judge contradictions; SEM_CACHE_MAX_SUMMARY_GAP guards the cache",
};

/** What to use instead of a key that no longer exists. */
export function removedKey(path: readonly string[]): string | undefined {
  const key = path.join(".");
  return Object.hasOwn(REMOVED, key) ? REMOVED[key] : undefined;
}

/** A warning for each variable that is set and no longer has an effect. */
export function removedVariables(
  env: (name: string) => string | undefined,
): string[] {
  return Object.entries(REMOVED_ENV).flatMap(([name, instead]) =>
    env(name) ? [`${name} has no effect: ${instead}`] : []
  );
}
