import { check } from "recheck";

/** What recheck says of an expression. */
export interface RegexVerdict {
  readonly status: "safe" | "vulnerable" | "unknown";
  /** How long it can take, or why nothing is known, with an attack if found. */
  readonly why: string;
}

// Most take milliseconds; whatever takes longer than this needs a review.
const TIMEOUT_MS = 20_000;

/** Asks recheck whether an expression takes linear time on every input. */
export async function judgeRegex(
  { source, flags }: Pick<RegExp, "source" | "flags">,
): Promise<RegexVerdict> {
  // In this process: the other backends need Java, or a binary per platform.
  Deno.env.set("RECHECK_BACKEND", "pure");
  const verdict = await check(source, flags, { timeout: TIMEOUT_MS });
  switch (verdict.status) {
    case "safe":
      return { status: "safe", why: verdict.complexity.summary };
    case "vulnerable":
      return {
        status: "vulnerable",
        why: `${verdict.complexity.summary}, ${verdict.attack.pattern}`,
      };
    case "unknown":
      return { status: "unknown", why: verdict.error.kind };
  }
}
