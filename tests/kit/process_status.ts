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

/** Tells whether processes can be looked at here. */
export function canInspect(): boolean {
  return processStatus(Deno.pid) !== undefined;
}
