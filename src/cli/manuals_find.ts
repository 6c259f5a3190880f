import { oneLine } from "../text/plain.ts";
import type { Finder, FindResult } from "../manuals/find/finder.ts";
import { defaultRequiredTerms } from "../manuals/search/default_required.ts";
import type {
  GateRunItem,
  TopHitItem,
  UnscannedItem,
} from "../manuals/find/hit_items.ts";
import type { HitsResult } from "../manuals/find/hits.ts";
import { openFinder } from "../manuals/find/open_finder.ts";
import { FORMATS } from "../manuals/formats/formats.ts";
import type { SkippedCount } from "../manuals/library/skipped_documents.ts";
import { skippedText } from "../manuals/skipped_text.ts";
import { show } from "../text/show.ts";
import { foundTooLittle, notFound } from "../tools/manual/find_note.ts";
import { NAME } from "../version.ts";
import type { CommandArgs } from "./_command_args.ts";
import { type ProgressBar, progressBar } from "./_progress_bar.ts";
import { UsageError } from "./args.ts";
import {
  type ManualsCommand,
  type ManualsContext,
  manualSources,
  openSources,
  positionalsOfManual,
} from "./manuals_command.ts";

// As many as have titles.
const MAX_LIMIT = 10;

/** `manuals find`: the sections that answer a question best. */
export const FIND: ManualsCommand = {
  usage: "find <manual> <query> [--require <term>]… [--limit <n>] [--explain]",
  summary: "search a manual; --explain shows why each hit ranks where it does",
  options: {
    "--require": "value",
    "--limit": "value",
    "--explain": "flag",
  },
  async run(args, context) {
    const [manual_id, query] = await positionalsOfManual(
      args,
      context,
      ["manual", "query"],
    );
    const required = readRequired(args);
    const limit = readLimit(args);
    const bar = progressBar(context.runtime);
    const finder = open(args, context, bar);
    const result = await finder.find({
      manual_id,
      query,
      required_terms: required.length > 0
        ? required
        : defaultRequiredTerms(query),
    }, { progress: (done, total) => bar.progress(manual_id, done, total) })
      .finally(() => bar.end());
    const { trace_id } = result;
    const { items: hits } = finder
      .hits({ trace_id, kind: "integrated_top", limit });
    const explain = args.has("--explain");
    const runs = explain
      ? finder.hits({ trace_id, kind: "gate_runs" }).items
      : [];
    const fusion = explain
      ? finder.hits({ trace_id, kind: "fusion_debug", limit }).items
      : [];
    const left = finder.hits({ trace_id, kind: "unscanned" });
    const unread = foundTooLittle(result)
      ? await openSources(args, context).unread(manual_id)
      : [];
    // The next process starts from what this one has indexed.
    await finder.settled();
    const text = hits.map((hit, i) => showHit(hit, i, explain)).join("");
    return {
      json: {
        ...result,
        hits,
        ...explain && { gate_runs: runs, fusion_debug: fusion },
      },
      text: explain ? showApplied(result, runs) + text : text,
      note: noteOf(result, left, unread),
    };
  },
};

function readRequired(args: CommandArgs): readonly string[] {
  const terms = args.all("--require");
  if (terms.includes("")) {
    throw new UsageError("Option --require needs a value");
  }
  if (terms.length <= 2) return terms;
  throw new UsageError(
    `Option --require may be given once or twice, got ${terms.length}`,
  );
}

function readLimit(args: CommandArgs): number {
  const limit = args.integer("--limit") ?? MAX_LIMIT;
  if (limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new UsageError(
    `Option --limit needs a whole number from 1 to ${MAX_LIMIT}, got ${limit}`,
  );
}

function open(
  args: CommandArgs,
  context: ManualsContext,
  bar: ProgressBar,
): Finder {
  const { runtime, config: { manuals }, openEngine } = context;
  return openFinder({
    ...manualSources(args, context),
    runtime,
    settings: manuals,
    cacheDir: manuals.cache_dir,
    warn(line) {
      bar.end();
      runtime.writeStderr(`${NAME}: ${oneLine(line)}\n`);
    },
    ...openEngine && { openEngine },
  });
}

function showHit(hit: TopHitItem, i: number, explain: boolean): string {
  const { ref, title, score, matched_tokens } = hit;
  const rank = String(i + 1).padStart(2);
  const line = oneLine(`${rank}  ${ref.path}:${ref.start_line}  ${title}`);
  // Pairs of characters may have matched where no whole word did.
  const words = `    ${score.toFixed(2)}  ${matched_tokens.join(" ")}`
    .trimEnd();
  return `${line}\n${words}\n` + (explain ? showParts(hit) : "");
}

function showParts(
  { rank_explain, match_coverage, signals }: TopHitItem,
): string {
  const parts = Object.entries(rank_explain)
    .filter(([, part]) => part !== 0)
    .map(([name, part]) => `${name} ${part.toFixed(2)}`);
  return `    ${parts.join(" + ")}\n` +
    `    coverage ${match_coverage.toFixed(2)}  signals ${
      signals.join(" ") || "-"
    }\n`;
}

function showApplied(
  { applied, summary }: FindResult,
  runs: readonly GateRunItem[],
): string {
  const gate =
    `gate ${applied.selected_gate} (${applied.gate_selection_reason})`;
  const passes = runs.map(({ gate, pass, terms, candidates, weight }) => {
    const of = terms.length > 0 ? ` [${terms.join(", ")}]` : "";
    return `  ${gate} ${pass}${of}: ${candidates} candidates, weight ${weight}\n`;
  });
  return `${gate}; required ${applied.required_terms.join(", ") || "-"}: ` +
    `${applied.required_effect_status}\n${passes.join("")}` +
    `  searched ${summary.scanned_nodes} sections of ${summary.scanned_files} files\n`;
}

function noteOf(
  { summary, applied }: FindResult,
  { total, items }: HitsResult<UnscannedItem>,
  unread: readonly SkippedCount[],
): string | undefined {
  const notes: string[] = [];
  const [first] = items;
  const missing = applied.required_terms_missing;
  if (summary.scanned_files === 0 && !first) {
    notes.push(`nothing found: no ${FORMATS.names} files in this manual`);
  } else if (summary.candidates === 0) notes.push("nothing found");
  else if (missing.length > 0) {
    notes.push(notFound(missing, items));
  }
  for (const { term, as } of applied.required_terms_searched_as) {
    notes.push(`searched ${show(term)} as ${show(as)}`);
  }
  if (first) {
    const { path, reason } = first;
    const more = total > 1 ? ` and ${total - 1} more` : "";
    notes.push(`not searched: ${path || "all files"} (${reason})${more}`);
  }
  if (unread.length > 0) notes.push(skippedText(unread));
  return notes.length > 0 ? notes.join("; ") : undefined;
}
