/** A variable that installers ask their user for. */
export interface AskedVariable {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly secret: boolean;
  readonly directory: boolean;
}

/** What is worth asking for; everything else has a default. */
export const ENVIRONMENT: readonly AskedVariable[] = [
  {
    name: "OPENAI_API_KEY",
    title: "OpenAI API key",
    description: "For the answer tools; the manual tools need none",
    secret: true,
    directory: false,
  },
  {
    name: "MANUALS_ROOT",
    title: "Manuals",
    description:
      "Directory whose sub-directories hold your documents; switches the manual tools on",
    secret: false,
    directory: true,
  },
  {
    name: "ORMCP_POLICY_TIMEZONE",
    title: "Time zone",
    description:
      "For dates: an IANA name, or auto for this machine's; Asia/Tokyo if empty",
    secret: false,
    directory: false,
  },
];
