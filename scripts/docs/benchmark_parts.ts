/** A chart of some rows of a section. */
export interface ChartSpec {
  /** Its file's name, without the end. */
  readonly file: string;
  readonly title: string;
  readonly note: string;
  /** The names of its rows. */
  readonly rows: RegExp;
  /** Shortens a name where the title says the rest. */
  label?(name: string): string;
}

/** A section of the page: one of the benchmark's. */
export interface Part {
  /** The section's name in the report. */
  readonly key: string;
  readonly title: string;
  /** What is measured, and how; its page tells where there is one of its own. */
  readonly says: string;
  readonly charts: readonly ChartSpec[];
}

const SHORTER = "Shorter is better; whiskers span the quartiles.";
const LONGER = "Longer is better; whiskers span the quartiles.";

/** The page's sections, in order. */
export const PARTS: readonly Part[] = [
  {
    key: "startup",
    title: "Start-up",
    says:
      "From the start of the process to the answer to `initialize`. “Bare” is a script that does nothing but answer a line with a line: no program on that runtime starts faster. A few milliseconds decide the ratio on Deno: “web streams” is the bare script with its bytes going through two of them, as ours do. “The client and cat” is what starting a program and hearing from it costs the client that measures, and so the most that it adds to every other figure.",
    charts: [{
      file: "bench-startup",
      title: "Start-up: spawn to the first answer",
      note: SHORTER,
      rows: /./,
    }],
  },
  {
    key: "memory",
    title: "Memory",
    says: "Resident memory of the process after the first `tools/list`.",
    charts: [{
      file: "bench-memory",
      title: "Resident memory after tools/list",
      note: SHORTER,
      rows: /./,
    }],
  },
  {
    key: "throughput",
    title: "Throughput",
    says:
      "`tools/list` when all requests are sent at once, until the last answer is there. Our list is longer than the peers': the note says how long. “The client and cat” sends lines as long as our answers through `cat`: no server can be measured to be faster than that.",
    charts: [{
      file: "bench-throughput",
      title: "Pipelined tools/list",
      note: LONGER,
      rows: /./,
    }],
  },
  {
    key: "round_trip",
    title: "Round trip",
    says:
      "One request at a time: a `ping`, and the next one when its answer is there. “The client and cat” is two processes taking turns, and nothing else.",
    charts: [{
      file: "bench-round-trip",
      title: "One ping at a time",
      note: SHORTER,
      rows: /./,
    }],
  },
  {
    key: "decoder",
    title: "Decoder",
    says:
      "The stream that turns bytes into messages, in the chunks that a pipe gives, beside two floors on the same messages. “JSON.parse alone” takes no bytes, so it gets each message's text ready made. “TextDecoder and JSON.parse” is the least that the same bytes cost, and the target is held against it; it is told where each message begins and ends, which the decoder has to find out. Lists of long strings are the case in which parsing a text costs almost nothing and making one from bytes nearly all.",
    charts: [
      {
        file: "bench-decoder-small",
        title: "Decoder: 64 MiB of small messages",
        note: SHORTER,
        rows: /, small, /,
        label: (name) => name.replace(", small", ""),
      },
      {
        file: "bench-decoder-records",
        title: "Decoder: three messages of 10 MiB, lists of records",
        note: SHORTER,
        rows: / records, /,
        label: (name) => name.replace(", 10 MiB records", ""),
      },
      {
        file: "bench-decoder-strings",
        title: "Decoder: three messages of 10 MiB, lists of long strings",
        note: SHORTER,
        rows: / long strings, /,
        label: (name) => name.replace(", 10 MiB long strings", ""),
      },
    ],
  },
  {
    key: "answer",
    title: "Answers",
    says:
      "What our tool adds to a question: the same request through the tool and through the `openai` package alone, in turns, against a fake API on this machine that answers at once. An answer in the background is noted in the ledger when it begins and when it ends; only streamed, since whole it would be polled for, and the time would be the poll's.",
    charts: [{
      file: "bench-answer",
      title: "A question, answered at once by a fake API",
      note: SHORTER,
      rows: /./,
    }],
  },
  {
    key: "formats",
    title: "Formats",
    says:
      "How fast the files of a manual are cut into sections, the same pages in every format; “Lines alone” only cuts them at the ends of their lines; beside them, on the same runtime, full parsers, which make a tree of all that a page holds. Plain text and JSON are not cut at all.",
    charts: [],
  },
  {
    key: "manuals",
    title: "Manuals",
    says:
      "Retrieval over a synthetic manual, a fifth of it Japanese. A `manual_find` searches twice, fuses, cuts and explains; the other engines answer one query. FTS5 and minisearch rank by frequencies as we do; flexsearch ranks by where a word stands and stops when it has its 50. Mixed words are what people ask: headings, and two to five words of a sentence. Common words match most of the corpus, rare words little, and a rare identifier such as `CODE-4711` stands in few pages of all. Long questions are mixed words as people put them into sentences. No query is answered from memory: our cache of questions is off. FTS5 is Deno's own SQLite; Node 20 has none, so that its rows stand beside Deno's. The first query of a new process, beside ripgrep over the same files, is asked of the manual as it is, in about a hundred folders; with a folder for every page, as the sources of many sites have it; and of a small manual, where 150 ms more than ripgrep are allowed. Growth is from 10,000 to 150,000 files; the index file is the same on both runtimes.",
    charts: [
      {
        file: "bench-manuals-build",
        title: "Manuals: first build of the index",
        note: SHORTER,
        rows: /^first build/,
      },
      {
        file: "bench-manuals-common",
        title: "Manuals: one search for common words",
        note: SHORTER,
        rows: /, common words$/,
        label: (name) => name.replace(", common words", ""),
      },
      {
        file: "bench-manuals-rare",
        title: "Manuals: one search for rare words",
        note: SHORTER,
        rows: /, rare words$/,
        label: (name) => name.replace(", rare words", ""),
      },
      {
        file: "bench-manuals-first",
        title: "Manuals: first search of a new process",
        note: SHORTER,
        rows: /^(first query|ripgrep)(?!.*, and)/,
        label: (name) =>
          name.replace(/ (of a new process|over the same files)/, ""),
      },
      {
        file: "bench-manuals-refresh",
        title: "Manuals: looking for changes",
        note: SHORTER,
        rows: /sweep|walk|changed/,
      },
    ],
  },
  {
    key: "http",
    title: "HTTP",
    says:
      "`tools/call` over HTTP beside the official SDK with the same tools: calls per second of the server's processor time, the slowest of a crowd of connections, and calls while manuals are searched. “Bare” reads a call and answers it with as much, on the runtime's own HTTP server.",
    charts: [],
  },
];

/** The part that is recorded by itself, on a page of its own. */
export const SCALE_PART: Part = {
  key: "scale",
  title: "Scale",
  says: "",
  charts: [],
};
