import type { Caller } from "../../tools/caller.ts";
import type { Leave } from "../../tools/turns.ts";
import type { Secret } from "./secret.ts";

/** Callers that are remembered although nothing of theirs runs. */
const MAX_IDLE = 10_000;

/** A caller, and what of it is in flight. */
interface Known {
  readonly caller: Caller;
  calls: number;
}

/** Who calls over HTTP, and how much each may do at once. */
export class Callers {
  readonly #known = new Map<string, Known>();
  readonly #secret: Secret;
  readonly #maxCalls: number;
  readonly #marksIds: boolean;

  /** `marksIds` where callers are told apart. */
  constructor(secret: Secret, maxCalls: number, marksIds: boolean) {
    this.#secret = secret;
    this.#maxCalls = maxCalls;
    this.#marksIds = marksIds;
  }

  /** The caller of an id, always the same object while it is in use. */
  of(id: string): Caller {
    return this.#get(id).caller;
  }

  /** Takes places for calls; `undefined` when the caller has no more. */
  enter(id: string, calls: number): Leave | undefined {
    const known = this.#get(id);
    if (known.calls + calls > this.#maxCalls) return undefined;
    known.calls += calls;
    return () => void (known.calls -= calls);
  }

  #get(id: string): Known {
    const found = this.#known.get(id);
    if (found) return found;
    const known = { caller: this.#create(id), calls: 0 };
    this.#known.set(id, known);
    if (this.#known.size > MAX_IDLE) this.#forgetIdle();
    return known;
  }

  #forgetIdle(): void {
    for (const [id, { calls }] of this.#known) {
      if (this.#known.size <= MAX_IDLE / 2) return;
      if (calls === 0) this.#known.delete(id);
    }
  }

  #create(id: string): Caller {
    const secret = this.#secret;
    const seal = {
      seal: (text: string) => secret.seal(text, id),
      unseal: (sealed: string) => secret.unseal(sealed, id),
    };
    const base = { id, hasSession: false, seal };
    if (!this.#marksIds) return base;
    const ids = {
      alias: () => secret.sign("alias", id),
      async mark(bare: string): Promise<string> {
        return `${bare}.${await secret.sign("id", id, bare)}`;
      },
      async unmark(marked: string): Promise<string | undefined> {
        const dot = marked.lastIndexOf(".");
        if (dot < 0) return undefined;
        const bare = marked.slice(0, dot);
        const tag = marked.slice(dot + 1);
        return await secret.verify(tag, "id", id, bare) ? bare : undefined;
      },
    };
    return { ...base, ids };
  }
}
