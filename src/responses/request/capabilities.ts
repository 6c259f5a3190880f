/** Which optional request fields a model takes. */
export interface Capabilities {
  /** `text.verbosity` */
  readonly verbosity: boolean;
  /** `reasoning.effort` */
  readonly reasoning: boolean;
}

const GPT = /^gpt-(\d+)(?!\d)/;
const O_SERIES = /^o[34](?![0-9a-z])/;
const FIRST_GPT_WITH_BOTH = 5;

/**
 * Tells what a model takes, by its family: the id after the last `/` (as
 * gateways prefix it) and after `ft:`. Sending a field that a model does not
 * take is a 400, so an unknown family gets neither; `supports` overrides.
 */
export function capabilitiesOf(
  model: string,
  supports: { verbosity?: boolean; reasoning?: boolean } = {},
): Capabilities {
  const id = model.slice(model.lastIndexOf("/") + 1).toLowerCase()
    .replace(/^ft:/, "");
  const generation = Number(GPT.exec(id)?.[1] ?? 0);
  const both = generation >= FIRST_GPT_WITH_BOTH;
  return {
    verbosity: supports.verbosity ?? both,
    reasoning: supports.reasoning ?? (both || O_SERIES.test(id)),
  };
}
