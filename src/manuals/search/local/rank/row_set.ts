// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
/** Rows that a pass may return: ascending section numbers, by segment. */
export type RowSet = readonly Uint16Array[];

/** The rows in both sets. */
export function bothSets(a: RowSet, b: RowSet): RowSet {
  return a.map((rows, at) => {
    const others = b[at] ?? new Uint16Array();
    const both = new Uint16Array(Math.min(rows.length, others.length));
    let count = 0;
    let i = 0;
    let j = 0;
    while (i < rows.length && j < others.length) {
      const row = rows[i]!;
      const other = others[j]!;
      if (row === other) both[count++] = row;
      if (row <= other) i++;
      if (other <= row) j++;
    }
    return both.subarray(0, count);
  });
}

/** How many rows a set has. */
export function countRows(set: RowSet): number {
  return set.reduce((count, rows) => count + rows.length, 0);
}
