import { startFakeOpenAI } from "../../tests/kit/fake_openai/mod.ts";

/** Who answers questions, and what the server must know to ask. */
export interface Backend extends AsyncDisposable {
  readonly kind: "OpenAI" | "a fake API";
  /** One sentence for people. */
  readonly description: string;
  /** The server's whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

// A real key may come with a proxy, a server of one's own, or certificates.
const KEPT = [
  "PATH",
  "HOME",
  "DENO_DIR",
  "XDG_CACHE_HOME",
  "SystemRoot",
  "APPDATA",
  "LOCALAPPDATA",
  "USERPROFILE",
];
const KEPT_FOR_OPENAI = [
  "OPENAI_API_KEY",
  "OPENAI_BASE_URL",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "SSL_CERT_FILE",
  "NODE_EXTRA_CA_CERTS",
  "DENO_CERT",
];

/** The part of our environment that the server needs to run at all. */
export function baseEnv(
  names: readonly string[] = KEPT,
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = Deno.env.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** OpenAI if there is a key, else a fake API on loopback. */
export function openBackend(): Backend {
  if (Deno.env.get("OPENAI_API_KEY")) {
    return {
      kind: "OpenAI",
      description:
        "OPENAI_API_KEY is set: OpenAI answers, and the calls are charged.",
      env: baseEnv([...KEPT, ...KEPT_FOR_OPENAI]),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  const fakeOpenAI = startFakeOpenAI();
  return {
    kind: "a fake API",
    description:
      "OPENAI_API_KEY is not set: a fake API on this machine answers, not OpenAI.",
    env: {
      ...baseEnv(),
      OPENAI_BASE_URL: fakeOpenAI.baseUrl,
      OPENAI_API_KEY: "no-key-needed",
    },
    [Symbol.asyncDispose]: () => fakeOpenAI[Symbol.asyncDispose](),
  };
}
