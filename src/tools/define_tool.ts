import { ErrorCode } from "../jsonrpc/messages.ts";
import type { ObjectSchema, Static } from "../schema/schema.ts";
import type { Issue } from "../schema/validate.ts";
import { cut } from "../text/show.ts";
import type {
  Tool,
  ToolAnnotations,
  ToolContext,
  ToolFailure,
  ToolOutcome,
  ToolSuccess,
} from "./tool.ts";

/** How a group of tools words what went wrong. */
export interface ErrorWording {
  /** Words arguments that do not fit the tool's schema. */
  rejected(tool: string, issues: readonly Issue[]): ToolFailure;
  /** Words an error that the caller can act on; `undefined` for a defect. */
  failed?(tool: string, error: unknown): ToolFailure | undefined;
}

/** Everything that makes up a tool. */
export interface ToolSpec<I extends ObjectSchema> {
  /** The name that clients call. */
  readonly name: string;
  /** A name for people. */
  readonly title: string;
  /** When to use it, for the model. */
  readonly description: string;
  /** The tools that it belongs with; any word. */
  readonly group: string;
  /** Its arguments. */
  readonly input: I;
  /** Its structured result, if it has one. */
  readonly output?: ObjectSchema;
  /** Hints for clients. */
  readonly annotations: ToolAnnotations;
  /**
   * Accept `"5"` where an integer is wanted.
   * @default {false}
   */
  readonly integerStrings?: boolean;
  /**
   * The wording of its group.
   * @default {the first wrong argument in a sentence, and all of them as data}
   */
  readonly errors?: ErrorWording;
  /** Does the work, with arguments that `input` has accepted. */
  run(
    args: Static<I>,
    context: ToolContext,
  ): ToolOutcome | Promise<ToolOutcome>;
}

/** Makes a tool of one literal. */
export function defineTool<const I extends ObjectSchema>(
  spec: ToolSpec<I>,
): Tool<I> {
  const { name, title, description, group, annotations } = spec;
  const { input, output, integerStrings, errors = PLAIN } = spec;
  return {
    definition: {
      name,
      title,
      description,
      group,
      inputSchema: input,
      ...output && { outputSchema: output },
      annotations,
      ...integerStrings && { integerStrings },
    },
    async call(args, context) {
      try {
        return await spec.run(args, context);
      } catch (error) {
        const failure = errors.failed?.(name, error);
        if (failure) return failure;
        throw error;
      }
    },
    reject: (issues) => errors.rejected(name, issues),
  };
}

/** A result as text and as structured content: clients show only one of them. */
export function success(value: object): ToolSuccess {
  return { ok: true, text: JSON.stringify(value), structured: { ...value } };
}

const PLAIN: ErrorWording = {
  rejected(tool, issues) {
    const data = { ...wrongArguments(tool, issues) };
    const message = `${tool} failed`;
    const error = { code: ErrorCode.ToolFailed, message, data };
    return { ok: false, body: data, error };
  },
};

/** What is wrong with the arguments of a call. */
export interface WrongArguments {
  /** The first mistake, in a sentence. */
  readonly message: string;
  /** Every mistake, as data. */
  readonly details: {
    readonly issues: readonly {
      readonly parameter: string;
      readonly got: string;
      readonly want: string;
    }[];
  };
}

/** Says what is wrong with the arguments of a call. */
export function wrongArguments(
  tool: string,
  issues: readonly Issue[],
): WrongArguments {
  const [first] = issues;
  const name = (first && nameOf(first)) || "arguments";
  const message = first === undefined
    ? `Cannot call ${tool}: wrong arguments`
    : first.known
    ? `Cannot call ${tool} with ${name}: known arguments are ${
      first.known.join(", ")
    }`
    : `Cannot use ${name} of ${tool}: got ${first.got}, want ${first.want}`;
  return {
    message,
    details: {
      issues: issues.map((issue) => ({
        parameter: nameOf(issue),
        got: issue.got,
        want: issue.want,
      })),
    },
  };
}

const MAX_NAME = 100;

/** Cut: a client chooses the names that it gets wrong. */
function nameOf({ path }: Issue): string {
  return cut(path.join("."), MAX_NAME);
}
