// Drawn over the character before them, or not at all.
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]$/u;
// Drawn two columns wide: East Asian scripts and their signs, full-width
// forms, and pictures.
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}\p{Emoji_Presentation}]$/u;

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
}

/** Cuts a text to so many columns. */
export function fitTo(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let fitting = "";
  // The sign of the cut takes one.
  let left = columns - 1;
  for (const char of text) {
    left -= charWidth(char);
    if (left < 0) break;
    fitting += char;
  }
  return columns < 1 ? "" : `${fitting}…`;
}

/** Adds spaces to a text until it takes so many columns. */
export function padTo(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}

/** Breaks lines between words; a word that is too long stays whole. */
export function wrapTo(text: string, columns: number): string[] {
  return text.split("\n").flatMap((line) => {
    const lines: string[] = [];
    let current = "";
    for (const word of line.split(" ")) {
      const longer = current === "" ? word : `${current} ${word}`;
      if (current !== "" && widthOf(longer) > columns) {
        lines.push(current);
        current = word;
      } else current = longer;
    }
    return [...lines, current];
  });
}

function charWidth(char: string): number {
  if (NO_WIDTH.test(char)) return 0;
  return WIDE.test(char) ? 2 : 1;
}
