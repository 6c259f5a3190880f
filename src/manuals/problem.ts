/**
 * What can be wrong with a call, as data: who called puts it into words.
 *
 * @module
 */

/** One word of a closed set. */
export type ManualErrorCode =
  | "invalid_parameter"
  | "invalid_path"
  | "out_of_scope"
  | "needs_narrow_scope"
  | "not_found"
  | "forbidden"
  | "invalid_scope";

/** What a call may be asked with, whatever its callers call it. */
export type ManualParameter =
  | "id"
  | "manual"
  | "path"
  | "depth"
  | "cursor"
  | "cursorOffset"
  | "cursorLine"
  | "startLine"
  | "maxChars"
  | "maxFiles"
  | "maxHeadings"
  | "query"
  | "requiredTerms"
  | "expandScope"
  | "onlyUnscannedFrom"
  | "includeClaimGraph"
  | "useCache"
  | "maxCandidates"
  | "timeMs"
  | "kind"
  | "offset"
  | "limit";

/** Something that a {@linkcode ManualParameter} was given. */
export interface Given {
  /** What was given it. */
  readonly parameter: ManualParameter;
  /** Whatever it is. */
  readonly value: unknown;
}

/** Why a path cannot be one below a manual, whatever is there. */
export type PathFault = "nul" | "absolute" | "drive" | "parent";

/** Why something that exists is not opened. */
export type AccessFault =
  | "dotName"
  | "passedOver"
  | "undecodableName"
  | "link"
  | "special"
  | "denied"
  | "unreadable";

/** Why the directory with the manuals cannot be used. */
export type RootFault = "missing" | "noDirectory" | "denied" | "unreadable";

/** Why a store of published manuals cannot be used. */
export type StoreFault =
  | "place"
  | "package"
  | "empty"
  | "damaged"
  | "otherVersion"
  | "denied"
  | "unreachable"
  | "lost";

/** A part of a manual that is too large as a whole. */
export interface DirectoryCount {
  /** Relative to the manual. */
  readonly path: string;
  /** How many files lie in it and below. */
  readonly files: number;
}

/** What files of a format are called, and how their names end. */
export interface KnownFormat {
  /** What people call it. */
  readonly name: string;
  /** With the dot, in lower case. */
  readonly endings: readonly string[];
}

/** Where a section starts. */
export interface SectionStart {
  /** From 1. */
  readonly startLine: number;
  /** Its heading. */
  readonly title: string;
}

/** Each kind of problem with its data. */
export interface ManualProblems {
  /** No whole number, or one out of range. */
  integer: Given & { readonly min: number; readonly max?: number };
  /** None of a closed set. */
  choice: Given & { readonly choices: readonly string[] };
  /** Something else than was asked for. */
  type: Given & { readonly wanted: "text" | "flag" | "query" | "terms" };
  /** A text with too many characters. */
  tooLong: Given & { readonly length: number; readonly most: number };
  /** No cursor of an earlier page. */
  cursor: Given;
  /** An offset between the two halves of a character. */
  insideCharacter: Given;
  /** No id of an earlier list. */
  id: Given;
  /** The list of manuals where one manual is meant. */
  manualId: Given;
  /** No manual has this id. */
  missingManual: Given & {
    /** Those that there are. */
    readonly known: readonly string[];
  };
  /** A path that no file may have. */
  path: Given & { readonly fault: PathFault };
  /** A file where a directory is to be listed. */
  listedFile: { readonly parameter: "id"; readonly path: string };
  /** Headings of a whole manual would be too many. */
  deepManual: { readonly parameter: "path" };
  /** The trace is of a search in another manual. */
  otherManual: {
    readonly parameter: "onlyUnscannedFrom";
    readonly manualId: string;
  };
  /** More files than one list has. */
  tooManyFiles: {
    readonly total: number;
    readonly limit: number;
    readonly directories: readonly DirectoryCount[];
  };
  /** Nothing is there. */
  missingPath: { readonly path: string };
  /** No section starts at that line. */
  missingSection: {
    readonly path: string;
    readonly line: number | undefined;
    readonly nearest: readonly SectionStart[];
  };
  /** Never made, or forgotten since. */
  missingTrace: { readonly traceId: string };
  /** Something is there that is not opened. */
  access: { readonly path: string; readonly fault: AccessFault };
  /** A path that leads out of its manual. */
  outside: { readonly path: string };
  /** A directory where a file is to be read. */
  readDirectory: { readonly path: string };
  /** More than fits into one string. */
  tooLarge: { readonly path: string; readonly maxBytes: number };
  /** No text in a known encoding. */
  undecodable: { readonly path: string };
  /** A file that is no manual's. */
  otherFormat: {
    readonly path: string;
    /** Those that are read. */
    readonly formats: readonly KnownFormat[];
  };
  /** A file without sections to read. */
  noSections: {
    readonly manualId: string;
    readonly path: string;
    /** What its format is called. */
    readonly format: string;
  };
  /** A directory of manuals cannot be used. */
  root: {
    readonly root: string;
    readonly fault: RootFault;
    /** The one manual that it is the directory of. */
    readonly manual?: string;
  };
  /** A store of published manuals cannot be used. */
  store: {
    /** Where it is. */
    readonly uri: string;
    readonly fault: StoreFault;
    /** What was said about it, or found there. */
    readonly detail?: string;
  };
}

/** Names a {@linkcode ManualProblem}. */
export type ProblemKind = keyof ManualProblems;

/** The problem of one kind. */
export type ProblemOf<K extends ProblemKind> =
  & { readonly kind: K }
  & ManualProblems[K];

/** What is wrong with a call. */
export type ManualProblem = { [K in ProblemKind]: ProblemOf<K> }[ProblemKind];
