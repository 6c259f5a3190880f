/** What replaces a secret. */
export const REDACTED = "[redacted]";
// What an OpenAI key looks like, so that one we were never told of is caught.
const KEY_LIKE = /(?<![A-Za-z])sk-[A-Za-z0-9_-]{8,}/g;
// Shorter "secrets" are test values or mistakes; replacing them garbles text.
const MIN_SECRET = 6;

/** Replaces the given secrets and everything that looks like an API key. */
export function redact(text: string, secrets: readonly string[]): string {
  const clean = hideSecrets(text, secrets);
  return clean.includes("sk-") ? clean.replace(KEY_LIKE, REDACTED) : clean;
}

/** Replaces the given secrets alone: what is like one may be what was asked. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    // A variable filled from a file ends with a line end; the key does not.
    const bare = secret.trim();
    if (bare.length < MIN_SECRET) continue;
    clean = clean.replaceAll(bare, REDACTED);
  }
  return clean;
}
