/** What the names of the tools' arguments are on the command line. */
const WORDS: Readonly<Record<string, string>> = {
  'depth "deep"': "--deep",
  "use id": "use",
  "set manuals.root or MANUALS_ROOT to a directory":
    "give --root <directory> or set MANUALS_ROOT",
  "ref.manual_id": "<manual>",
  "manual_id": "<manual>",
  "ref.path": "<file>",
  "path_prefix": "<path>",
  "ref.start_line": "--line",
  "start_line": "--line",
  "max_chars": "--max-chars",
  "max_files": "--max-files",
  "max_headings_per_file": "--max-headings",
  "cursor.char_offset": "--offset",
  "cursor.offset": "--offset",
  "required_terms": "--require",
  "details.nearest": "these",
  "details.directories": "these",
};

// What is quoted is a value, and stays as it is.
const NAME = new RegExp(
  `(?<name>${
    Object.keys(WORDS).map((name) => name.replace(".", "\\.")).join("|")
  })|` +
    `manual_(?<command>ls|toc|find|read|scan)\\b|"(?:[^"\\\\]|\\\\.)*"`,
  "g",
);

/** Says a message of the engine in the words of the command line. */
export function inCommandWords(message: string): string {
  return message.replace(NAME, (match, name?: string, command?: string) => {
    if (name !== undefined) return WORDS[name] ?? match;
    return command === undefined ? match : `manuals ${command}`;
  });
}
