import { list, show } from "../text/show.ts";
import type {
  AccessFault,
  ManualParameter,
  ManualProblem,
  PathFault,
  ProblemKind,
  ProblemOf,
  RootFault,
  StoreFault,
} from "./problem.ts";

/** What to do about each kind of problem. */
export type Hints = {
  readonly [K in ProblemKind]?: (problem: ProblemOf<K>) => string;
};

/** How one group of callers speaks. */
export interface ProblemWords {
  /** What they call a parameter; empty where it goes without saying. */
  parameter(name: ManualParameter): string;
  /** What they can do about a problem, where they know more than all do. */
  readonly hints: Hints;
}

/** For who uses the library: no tools, no options. */
const NEUTRAL: ProblemWords = { parameter: (name) => name, hints: {} };

const PATH_FAULTS: Readonly<Record<PathFault, string>> = {
  nul: "it holds a NUL character",
  absolute: "it is absolute",
  drive: "it names a drive",
  parent: 'it holds ".."',
};

const ACCESS_FAULTS: Readonly<Record<AccessFault, string>> = {
  dotName: "dot names are hidden",
  passedOver: "node_modules is passed over",
  undecodableName: "its name is no UTF-8",
  link: "symbolic links are not followed",
  special: "it is not a regular file",
  denied: "permission denied",
  unreadable: "it cannot be read",
};

const ROOT_FAULTS: Readonly<Record<RootFault, string>> = {
  missing: "it does not exist",
  noDirectory: "it is not a directory",
  denied: "permission denied",
  unreadable: "it cannot be read",
};

/** The version of LanceDB that our tests install. */
export const LANCEDB_VERSION = "0.39.0";

const STORE_FAULTS: Readonly<Record<StoreFault, string>> = {
  place: "that is neither a directory nor s3://bucket/prefix nor db://name",
  package:
    `the package @lancedb/lancedb ${LANCEDB_VERSION} is not installed where it is looked for`,
  empty: "nothing is published there",
  damaged: "something of it is missing or damaged",
  otherVersion: "it was published by another version of this program",
  denied: "access is denied",
  unreachable: "it cannot be read or written",
  lost: "another publication took over",
};

const WANTED: Readonly<Record<ProblemOf<"type">["wanted"], string>> = {
  text: "a string",
  flag: "true or false",
  query: "a question or some words",
  terms: "a list of one or two words, none of them empty",
};

const TAKE_AN_ID = "take the id of a manual from the list";

const MAX_NAMED = 20;

/** What there is to choose from, if it is anything. */
export function oneOf(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const named = names.slice(0, MAX_NAMED).map((name) => show(name)).join(", ");
  const more = names.length - MAX_NAMED;
  const are = names.length > 1 ? "are" : "is";
  return `there ${are} ${named}${more > 0 ? ` and ${more} more` : ""}`;
}

/** What helps every caller. */
const HINTS: Hints = {
  integer: ({ min, max }) =>
    "give a whole number " +
    (max === undefined ? `of at least ${min}` : `from ${min} to ${max}`),
  choice: ({ choices }) => `give one of ${choices.join(", ")}`,
  type: ({ wanted }) => `give ${WANTED[wanted]}`,
  tooLong: ({ most, length }) =>
    `give at most ${most} characters, not ${length}`,
  cursor: () => "give the cursor of the last page",
  insideCharacter: () => "use the cursor of the last page",
  id: () => "take an id from a list as it is",
  manualId: () => TAKE_AN_ID,
  missingManual: ({ known }) => oneOf(known) ?? TAKE_AN_ID,
  path: ({ parameter }) =>
    parameter === "manual" ? TAKE_AN_ID : "give a path relative to the manual",
  deepManual: () => "give a path",
  otherManual: () => "give that manual, or leave the trace out",
  missingTrace: () => "search again",
  readDirectory: () => "give one of its files",
  undecodable: () => "save it as UTF-8 first",
  store: ({ fault, uri }) => ({ ...STORE_HINTS, ...hintsAt(uri) })[fault],
};

/** The command that our tests install LanceDB with. */
export const INSTALL_LANCEDB: string =
  `npm install @lancedb/lancedb@${LANCEDB_VERSION} apache-arrow@18.1.0`;

type FaultAtPlace = Extract<StoreFault, "empty" | "denied" | "unreachable">;
type PlaceHints = Readonly<Record<FaultAtPlace, string>>;

const STORE_HINTS: Readonly<
  Record<Exclude<StoreFault, FaultAtPlace>, string>
> = {
  place: "a directory that is called so is given as ./name",
  package:
    `run \`${INSTALL_LANCEDB}\` in a directory and name that directory in manuals.engine.package_dir, or with --package-dir; it needs Node 22 or later, or Deno with --allow-ffi`,
  damaged:
    "publish again; if that does not help, remove all of it and publish anew",
  otherVersion: "publish again with this version, or serve with the other one",
  lost: "publish again",
};

const DIRECTORY_HINTS: PlaceHints = {
  empty: "publish to it with `manuals publish --to`, or give its directory",
  denied: "check who may read and write there",
  unreachable: "check that it is a directory, with space left",
};

const BUCKET_HINTS: PlaceHints = {
  empty:
    "publish to it with `manuals publish --to`, and check that the bucket exists",
  denied:
    "check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN and what they may do",
  unreachable: "check the address, AWS_REGION and AWS_ENDPOINT_URL",
};

/** LanceDB's own service knows other credentials, and no buckets. */
const SERVICE_HINTS: PlaceHints = {
  empty: "publish to it with `manuals publish --to`, and check its name",
  denied: "check LANCEDB_API_KEY and what it may do",
  unreachable: "check its name, LANCEDB_API_KEY and LANCEDB_REGION",
};

function hintsAt(uri: string): PlaceHints {
  if (uri.startsWith("db://")) return SERVICE_HINTS;
  return uri.startsWith("s3://") ? BUCKET_HINTS : DIRECTORY_HINTS;
}

/** What is wrong, and why, as far as there is more to say. */
type Fact = readonly [what: string, why?: string];

const FACTS: {
  readonly [K in ProblemKind]: (
    problem: ProblemOf<K>,
    words: ProblemWords,
  ) => Fact;
} = {
  integer: unusable,
  choice: unusable,
  type: unusable,
  tooLong: unusable,
  cursor: unusable,
  insideCharacter: (problem, words) => [
    ...unusable(problem, words),
    "it lies inside a character",
  ],
  id: unusable,
  manualId: unusable,
  missingManual: ({ value }) => [`Cannot find the manual ${show(value)}`],
  path: (problem, words) => [
    ...unusable(problem, words),
    PATH_FAULTS[problem.fault],
  ],
  listedFile: ({ path }) => [`Cannot list ${show(path)}`, "it is a file"],
  deepManual: () => ["Cannot list headings of a whole manual"],
  otherManual: ({ parameter, manualId }, words) => [
    `Cannot use ${words.parameter(parameter)}`,
    `that search was in ${show(manualId)}`,
  ],
  tooManyFiles: ({ total, limit }) => [
    `Cannot list ${total} files`,
    `at most ${limit} are listed`,
  ],
  missingPath: ({ path }) => [`Cannot find ${show(path)}`],
  missingSection: ({ path, line }) => [
    `Cannot find a section at line ${line} of ${show(path)}`,
  ],
  missingTrace: ({ traceId }) => [
    `Cannot find the trace ${show(traceId)}`,
    "traces expire",
  ],
  access: ({ path, fault }) => [
    `Cannot open ${show(path)}`,
    ACCESS_FAULTS[fault],
  ],
  outside: ({ path }) => [
    `Cannot open ${show(path)}`,
    "it lies outside the manuals root",
  ],
  readDirectory: ({ path }) => [
    `Cannot read ${show(path)}`,
    "it is a directory",
  ],
  tooLarge: ({ path, maxBytes }) => [
    `Cannot read ${show(path)}`,
    `it has more than ${maxBytes} bytes`,
  ],
  undecodable: ({ path }) => [
    `Cannot read ${show(path)}`,
    "its text is neither UTF-8 nor UTF-16, Shift_JIS or EUC-JP",
  ],
  otherFormat: ({ path, formats }) => {
    const known = formats
      .map(({ name, endings }) => `${name} (${endings.join(" ")})`);
    return [
      `Cannot read ${show(path)}`,
      `only ${list(known, "and")} are read`,
    ];
  },
  noSections: ({ path, format }) => [
    `Cannot read sections of ${show(path)}`,
    `it is ${format}`,
  ],
  // Whole, unlike what a caller gives: a wrong setting is wrong at its end.
  root: ({ root, fault, manual }) => [
    manual === undefined
      ? `Cannot use the manuals root ${JSON.stringify(root)}`
      : `Cannot use ${JSON.stringify(root)} as the manual ${show(manual)}`,
    ROOT_FAULTS[fault],
  ],
  store: ({ uri, fault, detail }) => [
    `Cannot use the published manuals ${JSON.stringify(uri)}`,
    STORE_FAULTS[fault] + (detail === undefined ? "" : ` (${detail})`),
  ],
};

function unusable(
  { parameter, value }: { parameter: ManualParameter; value: unknown },
  words: ProblemWords,
): [what: string] {
  const name = words.parameter(parameter);
  return [`Cannot use ${name === "" ? "" : `${name} `}${show(value)}`];
}

/** Says what is wrong in one sentence: `Cannot …: why; what to do`. */
export function problemText(
  problem: ManualProblem,
  words: ProblemWords = NEUTRAL,
): string {
  return sentence(problem.kind, problem, words);
}

function sentence<K extends ProblemKind>(
  kind: K,
  problem: ProblemOf<K>,
  words: ProblemWords,
): string {
  const [what, why] = FACTS[kind](problem, words);
  const hint = (words.hints[kind] ?? HINTS[kind])?.(problem);
  const rest = [why, hint].filter((part) => part !== undefined);
  return rest.length > 0 ? `${what}: ${rest.join("; ")}` : what;
}
