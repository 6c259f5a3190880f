/** What `doctor` says of one thing. */
export interface Check {
  /** What was looked at. */
  readonly name: string;
  /** `warn`: it works, but not as someone may expect. */
  readonly status: "ok" | "warn" | "fail";
  /** What was found, and what to do about it. */
  readonly message: string;
}

/** Makes a check of what was found. */
export function check(
  name: string,
  status: Check["status"],
  message: string,
): Check {
  return { name, status, message };
}
