import { decoderRows } from "./decoder_rows.ts";
import { measureOnNode } from "./on_node.ts";
import type { BenchOptions, Row } from "./row.ts";

const ROWS = new URL("./decoder_rows.ts", import.meta.url);

/** Measures the decoder beside its floors, on both runtimes. */
export async function decoder(
  { quick, progress }: BenchOptions,
): Promise<Row[]> {
  progress("decoder");
  const onDeno = await decoderRows({ quick });
  progress("decoder, node");
  const onNode = await measureOnNode(ROWS, decoderRows, { quick }) ?? [];
  return [...onDeno, ...onNode.map(namedForNode)];
}

function namedForNode(row: Row): Row {
  const { to } = row;
  const name = `${row.name}, node`;
  return { ...row, name, ...to !== undefined && { to: `${to}, node` } };
}
