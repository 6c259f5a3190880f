/**
 * One publisher at a time. Who publishes stands in the manifest's only row, which
 * is changed by updates that name who must stand there: LanceDB lets one of
 * several through. A publisher that died is believed in for half a minute.
 *
 * @module
 */
import type { Cancel } from "../../../../runtime/runtime.ts";
import { ManualError } from "../../../errors.ts";
import { type Connected, faultOf, type StoreRuntime } from "../connect.ts";
import type { LanceTable } from "../lancedb.ts";
import {
  type Manifest,
  MANIFEST_TABLE,
  NOTHING_PUBLISHED,
} from "../manifest.ts";
import { answered } from "../patience.ts";
import { column, literal, manifestRow } from "../rows.ts";

const LEASE_MS = 30_000;
const RENEW_MS = LEASE_MS / 6;
const ASK_MS = 500;
/** So long a store may take to be opened. */
const OPEN_MS = 45_000;
const MAX_TRIES = 5;
const CONFLICT = /conflict|incompatible transaction|concurrent/i;

/** The right to publish, until it is given back. */
export class Lease {
  readonly #store: Connected;
  readonly #clock: StoreRuntime["clock"];
  readonly #table: LanceTable;
  readonly #owner: string;
  #stopRenewing: Cancel = () => {};
  #renewing: Promise<void> = Promise.resolve();
  /** Until when others believe in it. */
  #until = 0;
  #lost = false;

  private constructor(
    store: Connected,
    clock: StoreRuntime["clock"],
    table: LanceTable,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#table = table;
    this.#owner = crypto.randomUUID();
  }

  /** Waits for its turn; tells `waiting` once if that is not now. */
  static async acquire(
    store: Connected,
    clock: StoreRuntime["clock"],
    { waiting, signal }: {
      readonly waiting: () => void;
      readonly signal: AbortSignal | undefined;
    },
  ): Promise<Lease> {
    const table = await openManifest(store, clock);
    const lease = new Lease(store, clock, table);
    for (let told = false; !await lease.#take(); told = true) {
      signal?.throwIfAborted();
      if (!told) waiting();
      await new Promise<void>((resolve) => clock.after(ASK_MS, resolve));
    }
    lease.#renewLater();
    return lease;
  }

  async #take(): Promise<boolean> {
    return await this.#extend(`owner = '' OR until < ${this.#clock.now()}`);
  }

  /** Makes it last from now on, if the row is as it must be. */
  async #extend(where: string): Promise<boolean> {
    const until = this.#clock.now() + LEASE_MS;
    const isMine = await this.#update(where, { owner: this.#owner, until });
    if (isMine) this.#until = until;
    return isMine;
  }

  /** Changes the row if it is as it must be; tells whether it was. */
  async #update(
    where: string,
    values: Readonly<Record<string, string | number>>,
  ): Promise<boolean> {
    for (let tries = 1;; tries++) {
      try {
        await this.#table.checkoutLatest();
        const { rowsUpdated } = await this.#table.update({ where, values });
        return rowsUpdated > 0;
      } catch (error) {
        // Somebody else changed it meanwhile: it must be looked at again.
        if (tries === MAX_TRIES || !CONFLICT.test(`${error}`)) throw error;
      }
    }
  }

  get #isMine(): string {
    return `owner = ${literal(this.#owner)}`;
  }

  #renewLater(): void {
    this.#stopRenewing = this.#clock.after(RENEW_MS, () => {
      this.#renewing = this.#renew().then(
        () => {
          if (!this.#lost) this.#renewLater();
        },
        // The next try, or the end, tells whether that matters.
        () => this.#renewLater(),
      );
    });
  }

  async #renew(): Promise<void> {
    this.#lost ||= !await this.#extend(this.#isMine);
  }

  /** Throws when somebody else publishes by now. */
  async check(): Promise<void> {
    // This machine may have slept, and another publisher begun, a moment ago.
    if (this.#clock.now() > this.#until) await this.#renew();
    if (this.#lost) throw this.taken();
  }

  /** What is thrown when somebody else publishes. */
  taken(): ManualError {
    const { uri } = this.#store;
    return new ManualError({ kind: "store", uri, fault: "lost" });
  }

  /** What is published, as JSON. */
  async published(): Promise<string> {
    await this.#table.checkoutLatest();
    const rows = await this.#table.query().select(["published"]).toArrow();
    return column<string>(rows, "published")[0] ?? "";
  }

  /** Publishes: readers see the new manifest, or the old one. */
  async publish(manifest: Manifest): Promise<void> {
    await this.#stop();
    const published = JSON.stringify(manifest);
    const values = { owner: "", until: 0, published };
    if (!await this.#update(this.#isMine, values)) throw this.taken();
    // An hour of renewals is some thousand versions of one row.
    const cleanupOlderThan = new Date(this.#clock.now() - LEASE_MS);
    // All is published: what is left over only takes room until the next time.
    await this.#table.optimize({ cleanupOlderThan }).catch(() => undefined);
  }

  /** Lets others publish; what was not published is not. */
  async release(): Promise<void> {
    await this.#stop();
    await this.#update(this.#isMine, { owner: "", until: 0 });
  }

  async #stop(): Promise<void> {
    this.#stopRenewing();
    await this.#renewing;
    this.#stopRenewing();
  }
}

/** Opens the manifest; whoever comes first makes it. */
async function openManifest(
  store: Connected,
  clock: StoreRuntime["clock"],
): Promise<LanceTable> {
  const { connection } = store;
  const row = {
    owner: "",
    until: 0,
    published: JSON.stringify(NOTHING_PUBLISHED),
  };
  // What another publisher begins to make can be neither opened nor made.
  let isThere = false;
  const open = async (): Promise<LanceTable> => {
    const names = await connection.tableNames({ startAfter: "ormcp_l" });
    isThere = names.includes(MANIFEST_TABLE);
    return isThere
      ? await connection.openTable(MANIFEST_TABLE)
      : await connection.createTable(MANIFEST_TABLE, manifestRow(store, row));
  };
  for (let tries = 1;; tries++) {
    try {
      return await answered(open(), OPEN_MS, { clock, uri: store.uri });
    } catch (error) {
      if (error instanceof ManualError) throw error;
      const { fault } = faultOf(error);
      if (tries === MAX_TRIES && isThere && fault === "empty") {
        const { uri } = store;
        throw new ManualError({ kind: "store", uri, fault: "damaged" });
      }
      if (tries === MAX_TRIES || fault === "denied") throw error;
      await new Promise<void>((resolve) => clock.after(ASK_MS, resolve));
    }
  }
}
