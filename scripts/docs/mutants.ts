/**
 * The page of mutants: what is recorded of each room, and why each survivor may
 * live.
 *
 * @module
 */
import type { MutantsRecord, RecordedRoom } from "../mutants/record.ts";
import { table } from "./table.ts";

const HEAD = ["Room", "Tried", "Survived", "Now tested", "Needless", "Left"];

/** The page's generated half. */
export function mutantsPage({ date, seed, rooms }: MutantsRecord): string {
  const rows = rooms.map(({ room, tried, of, ...became }) => {
    const { tested, needless, survivors } = became;
    const all = tested + needless + survivors.length;
    const counts = [all, tested, needless, survivors.length].map(String);
    return [span(room), `${tried} of ${of.toLocaleString("en")}`, ...counts];
  });
  return [
    `Recorded on ${date} with \`--seed ${seed}\`.`,
    table(HEAD, rows),
    ...rooms.map(section),
  ].join("\n\n");
}

function section({ room, tests, survivors }: RecordedRoom): string {
  const asked = tests === undefined
    ? ""
    : `Asked were ${tests.map(span).join(", ")} alone.`;
  const reasons = survivors.map(({ file, line, was, now, why }) => {
    if (why === "") throw new RangeError(`${file}: ${was} → ${now}: no reason`);
    const change = `${span(was)} → ${now === "gone" ? now : span(now)}`;
    const where = line === was ? "" : ` in ${span(line)}`;
    return `- ${span(file)}, ${change}${where}: ${why}`;
  });
  const parts = [asked, reasons.join("\n") || "Nothing was left."];
  return [`## ${span(room)}`, ...parts.filter(Boolean)].join("\n\n");
}

/** Text as code, whatever backticks are in it. */
function span(text: string): string {
  if (!text.includes("`")) return `\`${text}\``;
  const longest = Math.max(...text.match(/`+/g)?.map((s) => s.length) ?? []);
  const fence = "`".repeat(longest + 1);
  return `${fence} ${text} ${fence}`;
}
