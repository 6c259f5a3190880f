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
  "server.transport": "the transport is always stdio",
  "openai.model": "use model_profiles",
};

/** What to use instead of a key that no longer exists. */
export function removedKey(path: readonly string[]): string | undefined {
  const key = path.join(".");
  return Object.hasOwn(REMOVED, key) ? REMOVED[key] : undefined;
}
