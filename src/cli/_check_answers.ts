import type { Config } from "../config/schema.ts";
import { MODEL_ENV } from "../config/sections/model_profiles.ts";
import type { ResponsesClient } from "../responses/client.ts";
import {
  canRunInBackground,
  isOpenAI,
} from "../responses/request/background.ts";
import {
  PROFILE_NAMES,
  type ProfileName,
} from "../responses/request/profile.ts";
import { ResponsesError } from "../responses/responses_error.ts";
import { readApiKey } from "../responses/run/api_key.ts";
import { type Check, check } from "./_check.ts";

/** Tells whether any tool asks the API. */
export function asks({ server: { tools } }: Config): boolean {
  return tools.includes("answer") || tools.includes("iris");
}

/** Looks for the key, without a word of it. */
export function checkKey(
  { openai: { api_key_env: name, base_url } }: Config,
  env: (name: string) => string | undefined,
): Check {
  try {
    readApiKey(name, env);
    return check("key", "ok", `${name} is set`);
  } catch (error) {
    if (!(error instanceof ResponsesError)) throw error;
    const what = isOpenAI({ base_url })
      ? "a key from https://platform.openai.com/api-keys"
      : `the key of ${base_url}, or any word if it asks for none`;
    const message = error.reason === "missing_api_key"
      ? `${name} is not set: give it ${what}, in a shell by export ${name}=…, in an MCP client in the "env" block of this server`
      : error.message;
    return check("key", "fail", message);
  }
}

/** Asks the API about the model of each profile, which costs nothing. */
export async function* checkApi(
  config: Config,
  client: Pick<ResponsesClient, "findModel">,
  now: number,
): AsyncGenerator<Check> {
  for (const [model, profile] of modelsOf(config)) {
    const found = await checkModel(model, profile, { config, client, now });
    yield found.check;
    // What is wrong with one is wrong with all.
    if (found.isOver) return;
  }
}

/** Each model once, with the first profile that uses it. */
function modelsOf(
  { model_profiles, server }: Config,
): Map<string, ProfileName> {
  const models = new Map<string, ProfileName>();
  const used = server.tools.includes("answer")
    ? PROFILE_NAMES
    : ["answer"] as const;
  for (const profile of used) {
    const { model } = model_profiles[profile] ?? model_profiles.answer ?? {};
    if (model !== undefined && !models.has(model)) models.set(model, profile);
  }
  return models;
}

async function checkModel(
  model: string,
  profile: ProfileName,
  { config, client, now }: {
    readonly config: Config;
    readonly client: Pick<ResponsesClient, "findModel">;
    readonly now: number;
  },
): Promise<{ readonly check: Check; readonly isOver?: boolean }> {
  const { base_url: url } = config.openai;
  try {
    const { shutdownDate } = await client.findModel(profile);
    if (shutdownDate === undefined) {
      const message = `${url} takes the key and has ${model}`;
      return { check: check("api", "ok", message) };
    }
    const gone = Date.parse(shutdownDate) <= now;
    const message = `${model} ${
      gone ? "was to be" : "will be"
    } shut down on ${shutdownDate}: choose another; ${MODEL_ENV} sets that of all tools, model_profiles.${profile}.model that of one`;
    return { check: check("api", "warn", message) };
  } catch (error) {
    if (!(error instanceof ResponsesError)) throw error;
    const { reason, message, detail: { status } } = error;
    const isUnknown = reason === "model_not_found" || status === 404;
    if (isUnknown && !isOpenAI(config.openai)) {
      const said =
        `${url} does not say whether it has ${model} (404): ask something to see`;
      return { check: check("api", "warn", said) };
    }
    if (isUnknown) return { check: check("api", "fail", message) };
    const isRefused = reason === "authentication" && status !== 403;
    const isLost = reason === "network" || reason === "timeout";
    return isRefused || isLost
      ? { check: check("api", "fail", message), isOver: true }
      : {
        check: check("api", "warn", `cannot tell about ${model}: ${message}`),
      };
  }
}

/** Says what becomes of answers that take minutes. */
export function checkBackground(config: Config): Check {
  const { openai, responses: { background, store } } = config;
  const name = "background";
  if (canRunInBackground(config)) {
    const message = `${background}: long answers are kept at the API`;
    return check(name, "ok", message);
  }
  const why = store
    ? "an answer may be lost when its connection breaks or its client gives up"
    : "responses.store is false, so that no answer is kept";
  const next = !store
    ? ""
    : isOpenAI(openai)
    ? "; responses.background: auto (ORMCP_RESPONSES_BACKGROUND=auto) keeps it"
    : "; responses.background: always keeps it, if the server can";
  return check(name, "ok", `${background}: ${why}${next}`);
}
