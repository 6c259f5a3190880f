import { canRunInBackground } from "../../responses/request/background.ts";
import { invalidArguments } from "../../responses/request/invalid_arguments.ts";
import { ErrorCode, ProtocolError } from "../../jsonrpc/messages.ts";
import { ResponsesError } from "../../responses/responses_error.ts";
import { defineTool, success } from "../define_tool.ts";
import type { TaskSource, Tool, ToolEnvironment } from "../tool.ts";
import { bareId, withMarkedAnswer, withMarkedId } from "./caller_ids.ts";
import { type Ask, askErrors, ASKS } from "./ask.ts";
import { RESULT_INPUT } from "./schema.ts";

// As many as a model wants to read.
const LISTED = 20;

/** How to switch the tool on, or `undefined` if it can be of use. */
export function whyNoResults(
  { config }: Pick<ToolEnvironment, "config">,
): string | undefined {
  if (canRunInBackground(config)) return undefined;
  return config.responses.store
    ? "No answer runs in the background: set responses.background to auto (for api.openai.com) or always"
    : "No answer runs in the background: that needs responses.store: true";
}

/** Makes `answer_result`: what a call did not wait for, in any process. */
export function createResultTool(
  { log }: ToolEnvironment,
  ask: Ask,
): Tool {
  return defineTool({
    name: "answer_result",
    title: "Get a long answer",
    description:
      'Get an answer that came with status "in_progress": pass its response_id and wait. Without response_id, list the latest long answers. Costs nothing.',
    group: "answer",
    input: RESULT_INPUT,
    annotations: { ...ASKS, idempotentHint: true },
    errors: askErrors("answer", log),
    async run({ response_id: id }, context) {
      const { client, call } = await ask(context);
      const { caller } = context;
      const recent = (count: number) =>
        client.recent(count, call.safetyIdentifier);
      if (id === undefined) {
        const items = recent(LISTED);
        if (!items) throw noList();
        const marked = items.map((item) => withMarkedId(item, caller));
        return success({ items: await Promise.all(marked) });
      }
      const found = await client.find(await bareId(id, caller), call)
        .catch((error) => {
          throw recent(1)?.length ? withHint(error) : error;
        });
      if ("error" in found) throw found.error;
      return success(await withMarkedAnswer(found.answer, caller));
    },
  });
}

function noList(): ResponsesError {
  const want =
    "the response_id of an answer, as there is no list of answers (responses.ledger is false, or its file cannot be read)";
  return invalidArguments([{ path: ["response_id"], got: "nothing", want }]);
}

/** Says how else the answer may be found. */
function withHint(error: unknown): unknown {
  if (!(error instanceof ResponsesError)) return error;
  const { reason, message, detail, cause } = error;
  if (reason !== "response_not_found") return error;
  const hint = "answer_result without response_id lists the latest";
  return new ResponsesError(reason, `${message}. ${hint}`, { detail, cause });
}

/** Background answers as tasks: the same answers by the same ids. */
export function createAnswerTasks(
  { log }: ToolEnvironment,
  ask: Ask,
): TaskSource {
  const { failed } = askErrors("answer", log);

  /** Nothing for an unknown id; what cannot be found out is an error. */
  async function unlessUnknown<T>(
    run: () => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ResponsesError)) throw error;
      const { reason } = error;
      if (reason === "response_not_found" || reason === "invalid_arguments") {
        return undefined;
      }
      const { code, message, data } = failed("answer", error)?.error ??
        { code: ErrorCode.ToolFailed, message: error.message, data: {} };
      throw new ProtocolError(code, message, data);
    }
  }

  return {
    get: (id, context) =>
      unlessUnknown(async () => {
        const { client, call } = await ask(context);
        const { caller } = context;
        const bare = await bareId(id, caller);
        const found = await client.find(bare, { ...call, answerWithinMs: 0 });
        const { createdAt } = found;
        if (found.status === "in_progress") {
          return { createdAt, status: "working" };
        }
        if (found.status === "cancelled") {
          return { createdAt, status: "cancelled" };
        }
        if (found.status === "completed") {
          const answer = await withMarkedAnswer(found.answer, caller);
          const outcome = success(answer);
          return { createdAt, status: "completed", outcome };
        }
        const outcome = failed("answer", found.error);
        if (!outcome) throw found.error;
        return { createdAt, status: "completed", outcome };
      }),
    cancel: async (id, context) => {
      const done = await unlessUnknown(async () => {
        const { client, call } = await ask(context);
        await client.cancel(await bareId(id, context.caller), call);
        return true;
      });
      return done ?? false;
    },
  };
}
