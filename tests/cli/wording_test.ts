import assert from "node:assert/strict";
import { wordError } from "../../src/cli/_wording.ts";
import { ManualError, type ManualProblem } from "../../src/manuals/errors.ts";

/** Each problem with its command, and what is printed of it. */
const SAID: readonly [command: string, problem: ManualProblem, text: string][] =
  [
    [
      "ls",
      { kind: "id", parameter: "id", value: "dir::x" },
      'Cannot use "dir::x": take an id from manuals ls as it is\n',
    ],
    [
      "ls",
      { kind: "path", parameter: "path", value: "..", fault: "parent" },
      'Cannot use "..": it holds ".."; give a path relative to the manual\n',
    ],
    [
      "ls",
      { kind: "listedFile", parameter: "id", path: "manual_ls.md" },
      'Cannot list "manual_ls.md": it is a file; read it with manuals read or manuals scan\n',
    ],
    [
      "find",
      { kind: "manualId", parameter: "manual", value: "" },
      'Cannot use <manual> "": take the id of a manual from manuals ls\n',
    ],
    [
      "find",
      { kind: "type", parameter: "requiredTerms", value: " ", wanted: "terms" },
      'Cannot use --require " ": give a list of one or two words, none of them empty\n',
    ],
    [
      "toc",
      { kind: "deepManual", parameter: "path" },
      "Cannot list headings of a whole manual: give <path> with --deep\n",
    ],
    [
      "toc",
      { kind: "path", parameter: "path", value: "/a", fault: "absolute" },
      'Cannot use <path> "/a": it is absolute; give a path relative to the manual\n',
    ],
    [
      "toc",
      {
        kind: "tooManyFiles",
        total: 201,
        limit: 200,
        directories: [{ path: "ops", files: 201 }],
      },
      "Cannot list 201 files: at most 200 are listed; give one of these as <path>, or use manuals find\n  ops  201\n",
    ],
    [
      "toc",
      { kind: "tooManyFiles", total: 201, limit: 200, directories: [] },
      "Cannot list 201 files: at most 200 are listed; use manuals find, or manuals ls for the names\n",
    ],
    [
      "read",
      {
        kind: "missingSection",
        path: "a.md",
        line: 3,
        nearest: [{ startLine: 1, title: "A" }],
      },
      'Cannot find a section at line 3 of "a.md": take one of these, or manuals scan\n  1  A\n',
    ],
    [
      "read",
      { kind: "noSections", manualId: "g", path: "a.json", format: "JSON" },
      'Cannot read sections of "a.json": it is JSON; use manuals scan\n',
    ],
    [
      "scan",
      { kind: "path", parameter: "path", value: "/a", fault: "absolute" },
      'Cannot use path "/a": it is absolute; give a path relative to the manual\n',
    ],
    [
      "scan",
      { kind: "insideCharacter", parameter: "cursorOffset", value: 9 },
      "Cannot use --offset 9: it lies inside a character; use next_cursor of the last page\n",
    ],
    [
      "scan",
      { kind: "missingPath", path: "a.md" },
      'Cannot find "a.md": take paths from manuals ls or manuals toc\n',
    ],
    [
      "ls",
      { kind: "root", root: "/m", fault: "noDirectory" },
      'Cannot use the manuals root "/m": it is not a directory; give --root <directory> or set MANUALS_ROOT\n',
    ],
  ];

Deno.test("wordError() names commands and their options", () => {
  for (const [command, problem, text] of SAID) {
    assert.equal(wordError(command, new ManualError(problem)), text);
  }
});
