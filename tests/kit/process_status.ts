/** What Linux tells of a process. */
export interface ProcessStatus {
  /** Resident memory, in MiB. */
  readonly rss: number;
  readonly threads: number;
  /** Open files, pipes and sockets. */
  readonly handles: number;
}

/** Reads the status of a process; `undefined` when it is gone, or not Linux. */
export function processStatus(pid: number): ProcessStatus | undefined {
  try {
    const text = Deno.readTextFileSync(`/proc/${pid}/status`);
    const read = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? NaN);
    // A zombie has no memory any more.
    if (/^State:\s+Z/m.test(text)) return undefined;
    const handles = [...Deno.readDirSync(`/proc/${pid}/fd`)].length;
    return { rss: read("VmRSS") / 1024, threads: read("Threads"), handles };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    // The process may end between two reads.
    if (error instanceof Error && /os error 3\b/.test(error.message)) {
      return undefined;
    }
    throw error;
  }
}

/** How many files a process has open, other than pipes, sockets and devices. */
export function openFiles(pid: number): number {
  const dir = `/proc/${pid}/fd`;
  return [...Deno.readDirSync(dir)].filter(({ name }) => {
    try {
      return /^\/(?!dev\/)/.test(Deno.readLinkSync(`${dir}/${name}`));
    } catch (error) {
      // It may be closed between two reads.
      if (error instanceof Deno.errors.NotFound) return false;
      throw error;
    }
  }).length;
}

/** The clock of the processor ticks so often a second on every Linux. */
const TICKS = 100;

/** The time for which all threads of a process have computed, on Linux. */
export function cpuSeconds(pid: number): number {
  const text = Deno.readTextFileSync(`/proc/${pid}/stat`);
  // Behind the name, which may hold spaces: state is field 3, utime is 14.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Tells whether processes can be looked at here. */
export function canInspect(): boolean {
  return processStatus(Deno.pid) !== undefined;
}
