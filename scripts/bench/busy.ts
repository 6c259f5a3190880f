/**
 * How much of the machine other work takes while figures are measured: the
 * processor time that is spent beside this process and its children. Linux tells
 * it; elsewhere there is the load alone.
 *
 * @module
 */

/** From these shares of its cores on, load or other work make a machine busy. */
const BUSY = { load: 0.25, others: 0.1 } as const;

/** What is known of other work. */
export interface OtherWork {
  readonly cores: number;
  /** The load before the run. */
  readonly load: number;
  /** The share of the cores that others took during the run. */
  readonly others?: number;
}

/** Tells whether figures of such a machine are to be taken with care. */
export function isBusy({ cores, load, others = 0 }: OtherWork): boolean {
  return load >= BUSY.load * cores || others >= BUSY.others;
}

/** The same in words. */
export function otherWork({ load, others }: OtherWork): string {
  const during = others === undefined
    ? ""
    : `; while it ran, others took ${Math.round(100 * others)} % of the cores`;
  return `a load of ${load} before the run${during}`;
}

/** What the machine's clocks say, in ticks. */
interface Clocks {
  /** Of all cores, at work or idle. */
  readonly all: number;
  readonly atWork: number;
  /** Of this process and of the children that have ended. */
  readonly own: number;
}

/** Watches from now on. */
export class Others {
  readonly #start = readClocks();

  /** The share of the cores that others have taken since; absent elsewhere. */
  share(): number | undefined {
    const end = readClocks();
    if (!this.#start || !end) return undefined;
    return shareOfOthers(this.#start, end);
  }
}

/** The share of all cores that was spent by nobody of ours. */
export function shareOfOthers(start: Clocks, end: Clocks): number {
  const all = end.all - start.all;
  if (all <= 0) return 0;
  const others = end.atWork - start.atWork - (end.own - start.own);
  return Number(Math.max(0, others / all).toFixed(3));
}

/** Reads the first line of `/proc/stat` and the whole of `/proc/self/stat`. */
export function clocksIn(machine: string, self: string): Clocks {
  const [, user = 0, nice = 0, system = 0, idle = 0, wait = 0, ...rest] =
    machine
      .split("\n", 1).join("").split(/\s+/).map(Number);
  // Of interrupts and other guests of the host; what follows is counted above.
  const atWork = user + nice + system +
    rest.slice(0, 3).reduce((sum, ticks) => sum + ticks, 0);
  // Behind the name, which may hold spaces: utime, stime, cutime, cstime.
  const own = self.slice(self.lastIndexOf(")") + 2).split(" ").slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks), 0);
  return { all: atWork + idle + wait, atWork, own };
}

function readClocks(): Clocks | undefined {
  if (Deno.build.os !== "linux") return undefined;
  return clocksIn(
    Deno.readTextFileSync("/proc/stat"),
    Deno.readTextFileSync("/proc/self/stat"),
  );
}
