import { startFakeOpenAI } from "../../tests/kit/fake_openai/mod.ts";
import { cleanEnv, onDeno, variables } from "../../tests/kit/launch.ts";

/** Who answers questions, and what the server must know to ask. */
export interface Backend extends AsyncDisposable {
  readonly kind: "OpenAI" | "a fake API";
  /** One sentence for people. */
  readonly description: string;
  /** The server's whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

// A real key may come with a proxy, a server of one's own, or certificates.
const KEPT_FOR_OPENAI = [
  "OPENAI_API_KEY",
  "OPENAI_BASE_URL",
  "XDG_CONFIG_HOME",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "SSL_CERT_FILE",
  "NODE_EXTRA_CA_CERTS",
  "DENO_CERT",
];

/** OpenAI if there is a key, else a fake API on loopback. */
export function openBackend(): Backend {
  if (Deno.env.get("OPENAI_API_KEY")) {
    // One's own configuration counts too.
    const { XDG_CONFIG_HOME: _none, ...env } = cleanEnv();
    return {
      kind: "OpenAI",
      description:
        "OPENAI_API_KEY is set: OpenAI answers, and the calls are charged.",
      env: { ...env, ...variables(KEPT_FOR_OPENAI) },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  const fakeOpenAI = startFakeOpenAI();
  return {
    kind: "a fake API",
    description:
      "OPENAI_API_KEY is not set: a fake API on this machine answers, not OpenAI.",
    env: cleanEnv({
      OPENAI_BASE_URL: fakeOpenAI.baseUrl,
      OPENAI_API_KEY: "no-key-needed",
    }),
    [Symbol.asyncDispose]: () => fakeOpenAI[Symbol.asyncDispose](),
  };
}

/** How a client would start the server: the given program, or the source. */
export function serverCommand(given: readonly string[] = []): string[] {
  return [...given.length > 0 ? given : onDeno().command, "--stdio"];
}
