/** A defect that no test noticed. */
export interface Survivor {
  /** Relative to the project. */
  readonly file: string;
  /** The whole line that it is on, or begins on. */
  readonly line: string;
  readonly was: string;
  readonly now: string;
  /** The reason why it may live; empty while nobody has given one. */
  readonly why: string;
}

/** A run of one room. */
export interface RoomRun {
  readonly room: string;
  /** The defects that were tried, of how many that there are. */
  readonly tried: number;
  readonly of: number;
  /** In the order of their places. */
  readonly survivors: readonly Survivor[];
}

/** A run, and what became of its survivors. */
export interface RecordedRoom extends RoomRun {
  /** The tests that were asked, where it was not all of them. */
  readonly tests?: readonly string[];
  /** How many further survivors a test notices now. */
  readonly tested: number;
  /** How many further survivors showed code that nobody needed; it went. */
  readonly needless: number;
}

/** What is recorded of all rooms. */
export interface MutantsRecord {
  readonly date: string;
  readonly seed: number;
  readonly rooms: readonly RecordedRoom[];
}

/** Where `deno task mutants --record` puts its runs. */
export const RECORDED = new URL("../../docs/mutants.json", import.meta.url);

/** Reads what is recorded. */
export function readRecord(): MutantsRecord {
  return JSON.parse(Deno.readTextFileSync(RECORDED));
}

/** Gives the reason that is recorded for a survivor, or an empty one. */
export function reasonsOf(
  { rooms }: MutantsRecord,
): (survivor: Omit<Survivor, "why">) => string {
  const all = rooms.flatMap(({ survivors }) => survivors);
  const reasons = new Map(all.map((one) => [keyOf(one), one.why]));
  return (survivor) => reasons.get(keyOf(survivor)) ?? "";
}

function keyOf({ file, line, was, now }: Omit<Survivor, "why">): string {
  return [file, line, was, now].join("\0");
}

/** The record with new runs in the place of older ones of the same rooms. */
export function withRuns(
  record: MutantsRecord,
  runs: readonly Omit<RecordedRoom, "tested" | "needless">[],
): MutantsRecord {
  const rooms = new Map(record.rooms.map((room) => [room.room, room]));
  for (const run of runs) {
    const { tested = 0, needless = 0 } = rooms.get(run.room) ?? {};
    const { room, tried, of, tests, survivors } = run;
    const asked = tests && { tests };
    const became = { tested, needless };
    rooms.set(room, { room, tried, of, ...asked, ...became, survivors });
  }
  return { ...record, rooms: [...rooms.values()] };
}
