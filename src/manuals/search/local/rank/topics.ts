// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import type { IndexView } from "../index/index_view.ts";
import { countTitled } from "../index/posting_list.ts";

// A more common word weighs little anyway, and its list is long to read.
const MAX_SHARE = 0.08;
// From this share of titles among its sections on, a word is a topic.
const TOPIC_SHARE = 0.03;
const LEAST = 0.2;

/**
 * How much a term is a topic of the manual, up to 1: what a manual is about
 * stands in its titles, and what only the words around a question share with it
 * does not.
 */
export function topicality(view: IndexView, term: string): number {
  const { lists, sections } = view.find(term);
  if (sections === 0 || sections > MAX_SHARE * view.rows) return 1;
  let titled = 0;
  let all = 0;
  view.segments.forEach((segment, at) => {
    const list = lists[at]!;
    if (list < 0) return;
    segment.needList(list);
    const { listStart, postings, listSections } = segment.columns;
    all += listSections[list]!;
    titled += countTitled(postings, listStart[list]!, listStart[list + 1]!);
  });
  const share = titled / Math.max(1, all);
  return Math.max(LEAST, Math.min(1, share / TOPIC_SHARE));
}
