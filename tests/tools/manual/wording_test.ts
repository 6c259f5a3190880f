import assert from "node:assert/strict";
import {
  ManualError,
  type ManualProblem,
} from "../../../src/manuals/errors.ts";
import { wordError } from "../../../src/tools/manual/wording.ts";

/** Each problem with its tool, and what a client is told of it. */
const SAID: readonly [
  tool: string,
  problem: ManualProblem,
  message: string,
  details?: Record<string, unknown>,
][] = [
  [
    "manual_scan",
    { kind: "cursor", parameter: "cursor", value: "x" },
    'Cannot use cursor "x": give next_cursor of the last page',
    { parameter: "cursor" },
  ],
  [
    "manual_scan",
    { kind: "insideCharacter", parameter: "cursorOffset", value: 9 },
    "Cannot use cursor.char_offset 9: it lies inside a character; use next_cursor of the last page",
    { parameter: "cursor.char_offset" },
  ],
  [
    "manual_scan",
    { kind: "integer", parameter: "cursorLine", value: 4, min: 1, max: 3 },
    "Cannot use cursor.start_line 4: give a whole number from 1 to 3",
    { parameter: "cursor.start_line" },
  ],
  [
    "manual_toc",
    { kind: "integer", parameter: "cursorOffset", value: -1, min: 0 },
    "Cannot use cursor.offset -1: give a whole number of at least 0",
    { parameter: "cursor.offset" },
  ],
  [
    "manual_read",
    { kind: "integer", parameter: "startLine", value: 0, min: 1 },
    "Cannot use ref.start_line 0: give a whole number of at least 1",
    { parameter: "ref.start_line" },
  ],
  [
    "manual_ls",
    { kind: "id", parameter: "id", value: "dir::x" },
    'Cannot use id "dir::x": take an id from manual_ls as it is',
    { parameter: "id" },
  ],
  [
    "manual_ls",
    { kind: "missingManual", parameter: "manual", value: "x", known: [] },
    'Cannot find the manual "x": take the id of a manual from manual_ls',
    { parameter: "id" },
  ],
  [
    "manual_ls",
    { kind: "missingManual", parameter: "manual", value: "x", known: ["a"] },
    'Cannot find the manual "x": there is "a"',
    { parameter: "id", manuals: ["a"] },
  ],
  [
    "manual_find",
    { kind: "manualId", parameter: "manual", value: "" },
    'Cannot use manual_id "": take the id of a manual from manual_ls',
    { parameter: "manual_id" },
  ],
  [
    "manual_read",
    { kind: "path", parameter: "path", value: "/a", fault: "absolute" },
    'Cannot use ref.path "/a": it is absolute; give a path relative to the manual',
    { parameter: "ref.path" },
  ],
  [
    "manual_toc",
    { kind: "path", parameter: "path", value: "..", fault: "parent" },
    'Cannot use path_prefix "..": it holds ".."; give a path relative to the manual',
    { parameter: "path_prefix" },
  ],
  [
    "manual_ls",
    { kind: "listedFile", parameter: "id", path: "a.md" },
    'Cannot list "a.md": it is a file; read it with manual_read or manual_scan',
    { parameter: "id" },
  ],
  [
    "manual_toc",
    { kind: "deepManual", parameter: "path" },
    'Cannot list headings of a whole manual: give path_prefix with depth "deep"',
    { parameter: "path_prefix" },
  ],
  [
    "manual_toc",
    {
      kind: "tooManyFiles",
      total: 201,
      limit: 200,
      directories: [{ path: "ops", files: 201 }],
    },
    "Cannot list 201 files: at most 200 are listed; give one of details.directories as path_prefix, or use manual_find",
    {
      total_files: 201,
      limit: 200,
      directories: [{ path: "ops", files: 201 }],
    },
  ],
  [
    "manual_toc",
    { kind: "tooManyFiles", total: 201, limit: 200, directories: [] },
    "Cannot list 201 files: at most 200 are listed; use manual_find, or manual_ls for the names",
    { total_files: 201, limit: 200, directories: [] },
  ],
  [
    "manual_scan",
    { kind: "missingPath", path: "a.md" },
    'Cannot find "a.md": take paths from manual_ls or manual_toc',
  ],
  [
    "manual_read",
    {
      kind: "missingSection",
      path: "a.md",
      line: 3,
      nearest: [{ startLine: 1, title: "A" }],
    },
    'Cannot find a section at line 3 of "a.md": take one of details.nearest, or manual_scan',
    { nearest: [{ start_line: 1, title: "A" }] },
  ],
  [
    "manual_hits",
    { kind: "missingTrace", traceId: "t" },
    'Cannot find the trace "t": traces expire; call manual_find again',
  ],
  [
    "manual_find",
    { kind: "otherManual", parameter: "onlyUnscannedFrom", manualId: "g" },
    'Cannot use only_unscanned_from_trace_id: that search was in "g"; give that manual_id, or leave the trace out',
    { parameter: "only_unscanned_from_trace_id" },
  ],
  [
    "manual_scan",
    { kind: "readDirectory", path: "." },
    'Cannot read ".": it is a directory; give one of its files',
  ],
  [
    "manual_scan",
    { kind: "undecodable", path: "a.md" },
    'Cannot read "a.md": its text is neither UTF-8 nor UTF-16, Shift_JIS or EUC-JP; save it as UTF-8 first',
  ],
  [
    "manual_read",
    { kind: "noSections", manualId: "g", path: "a.json", format: "JSON" },
    'Cannot read sections of "a.json": it is JSON; use manual_scan',
    {
      next_call: {
        tool: "manual_scan",
        arguments: { manual_id: "g", path: "a.json" },
      },
    },
  ],
  [
    "manual_ls",
    { kind: "root", root: "/m", fault: "missing" },
    'Cannot use the manuals root "/m": it does not exist; set manuals.root or MANUALS_ROOT to a directory',
  ],
  [
    "manual_find",
    { kind: "type", parameter: "requiredTerms", value: " ", wanted: "terms" },
    'Cannot use required_terms " ": give a list of one or two words, none of them empty',
    { parameter: "required_terms" },
  ],
];

Deno.test("wordError() names tools and their arguments", () => {
  for (const [tool, problem, message, details] of SAID) {
    const said = wordError(tool, new ManualError(problem));
    assert.equal(said.message, message);
    assert.deepEqual(said.details, details, message);
  }
});

Deno.test("ManualError speaks of no tool to who uses the library", () => {
  for (const [, problem] of SAID) {
    const { message } = new ManualError(problem);
    assert.doesNotMatch(message, /manual_|details|_prefix|MANUALS_ROOT/);
  }
});
