/** How a client reaches the server. */
export type Transport = "stdio" | "HTTP";

/** What came of the check of one client. */
export interface Outcome {
  /** Its name. */
  readonly client: string;
  /** Its npm package. */
  readonly package: string;
  /** The version that was tried, if it could be installed. */
  readonly version: string | null;
  /** What is wrong over each transport; nothing when all was as it should be. */
  readonly problems: Readonly<Record<Transport, readonly string[]>>;
  /** Tells whether its model saw the server's instructions. */
  readonly instructions: boolean;
}

/** The last recorded check. */
export interface CheckedClients {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** The version of this server. */
  readonly server: string;
  readonly outcomes: readonly Outcome[];
}
