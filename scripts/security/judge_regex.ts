import { check } from "recheck";

/** What recheck says of an expression. */
export interface RegexVerdict {
  readonly status: "safe" | "vulnerable" | "unknown";
  /** How long it can take, or why nothing is known, with an attack if found. */
  readonly why: string;
}

/**
 * Steps decide, not time: a busy machine would make linear expressions look
 * slow. Only what is still undecided after a very long time needs a review.
 */
const LIMITS = {
  timeout: 900_000,
  attackTimeout: null,
  incubationTimeout: null,
} as const;

/** Asks recheck whether an expression takes linear time on every input. */
export async function judgeRegex(
  { source, flags }: Pick<RegExp, "source" | "flags">,
): Promise<RegexVerdict> {
  // In this process: the other backends need Java, or a binary per platform.
  Deno.env.set("RECHECK_BACKEND", "pure");
  const verdict = await check(source, flags, LIMITS);
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
