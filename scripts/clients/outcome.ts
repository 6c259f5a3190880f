/** What came of the check of one client. */
export interface Outcome {
  /** Its name. */
  readonly client: string;
  /** Its npm package. */
  readonly package: string;
  /** The version that was tried, if it could be installed. */
  readonly version: string | null;
  /** The command that made it connect. */
  readonly asked: string;
  readonly result: "connected" | "not connected" | "could not be installed";
}

/** The last recorded check. */
export interface CheckedClients {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** The version of this server. */
  readonly server: string;
  readonly outcomes: readonly Outcome[];
}
