import type { Collection } from "./collection.ts";

/** The name of the collection that is part of the project. */
export const SMALL = "small";

/** The small collection of this project, which needs nothing else. */
export async function loadSmallSet(): Promise<Collection> {
  const place = new URL("../../tests/evals/small_set.json", import.meta.url);
  const { documents, queries } = JSON.parse(await Deno.readTextFile(place)) as {
    documents: Record<string, string[]>;
    queries: { query: string; relevant: string[] }[];
  };
  return {
    name: SMALL,
    japanese: true,
    documents: Object.entries(documents).map(([path, lines]) => ({
      path,
      text: lines.join("\n") + "\n",
    })),
    queries: queries.map(({ query, relevant }, i) => ({
      id: `q${i}`,
      text: query,
      relevant: new Map(relevant.map((path) => [path, 1])),
      exclude: new Set<string>(),
    })),
  };
}
