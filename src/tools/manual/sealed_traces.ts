import { loadManuals } from "../../lazy.ts";
import { ManualError } from "../../manuals/errors.ts";
import type { FindParams } from "../../manuals/find/find_params.ts";
import type { Finder, FindOptions } from "../../manuals/find/finder.ts";
import type { Caller } from "../caller.ts";
import type { ToolEnvironment } from "../tool.ts";

/** Longer questions are not carried along: their search stays where it ran. */
const MAX_CARRIED = 2048;

/** What stands in a sealed trace id. */
interface Carried {
  /** The id in the process that searched. */
  readonly id: string;
  /** What was asked, if it is short enough to be asked again elsewhere. */
  readonly asked?: FindParams;
  /** What was found, in short. */
  readonly found: string;
  readonly expiresAt: number;
}

/**
 * Ids of searches that a caller can bring to any replica: the question is in
 * the id, encrypted, and is asked again where nobody remembers it. If another
 * index finds something else, the search is gone.
 */
export class SealedTraces {
  readonly #environment: ToolEnvironment;

  /** Takes the clock, and how long a search can be paged through. */
  constructor(environment: ToolEnvironment) {
    this.#environment = environment;
  }

  /** The id that a caller gets for a search. */
  async seal(
    finder: Finder,
    search: { readonly id: string; readonly asked: FindParams },
    caller: Caller,
  ): Promise<string> {
    if (!caller.seal) return search.id;
    const { config, runtime: { clock } } = this.#environment;
    // Searches that ended with this one may have pushed it out already.
    const kept = isKnown(finder, search.id, caller);
    const short = JSON.stringify(search.asked).length <= MAX_CARRIED;
    const carried: Carried = {
      id: search.id,
      ...kept && short && { asked: search.asked },
      found: kept ? await digest(finder, search.id, caller) : "",
      expiresAt: clock.now() + config.manuals.trace.ttl_sec * 1000,
    };
    return await caller.seal.seal(JSON.stringify(carried));
  }

  /**
   * The id of a search in this process; searches again where it must.
   *
   * @throws {ManualError} for a search that is forged, foreign, over or changed
   */
  async unseal(
    finder: Finder,
    sealed: string,
    caller: Caller,
    options: Pick<FindOptions, "signal"> = {},
  ): Promise<string> {
    if (!caller.seal) return sealed;
    const text = await caller.seal.unseal(sealed);
    if (text === undefined) throw missing(sealed);
    const { id, asked, found, expiresAt }: Carried = JSON.parse(text);
    if (expiresAt <= this.#environment.runtime.clock.now()) {
      throw missing(sealed);
    }
    if (isKnown(finder, id, caller)) return id;
    if (!asked) throw missing(sealed);
    const { findRequest } = await loadManuals();
    const again = await finder.answer(findRequest(asked), {
      ...options,
      caller: caller.id,
    });
    if (await digest(finder, again.trace_id, caller) === found) {
      return again.trace_id;
    }
    throw missing(sealed);
  }
}

function isKnown(finder: Finder, trace_id: string, caller: Caller): boolean {
  try {
    finder.hits({ trace_id, limit: 1 }, { caller: caller.id });
    return true;
  } catch (error) {
    if (error instanceof ManualError) return false;
    throw error;
  }
}

/** Tells one list of hits from another. */
async function digest(
  finder: Finder,
  trace_id: string,
  caller: Caller,
): Promise<string> {
  const limit = Number.MAX_SAFE_INTEGER;
  const page = finder.hits({ trace_id, limit }, { caller: caller.id });
  const list = page.items.map(({ ref, score }) => [ref, score]);
  const bytes = new TextEncoder().encode(JSON.stringify(list));
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(hash, 0, 12)]
    .map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function missing(traceId: string): ManualError {
  return new ManualError({ kind: "missingTrace", traceId });
}
