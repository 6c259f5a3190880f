/** Text for SVG. */
export function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

const SMALLEST = 8;

/** A font size, at most `size`, in which a text fits; `em` is its width. */
export function fits(
  text: string,
  width: number,
  { size, em }: { size: number; em: number },
): number {
  const fitting = Math.floor(width / (text.length * em) * 2) / 2;
  if (fitting < SMALLEST) throw new RangeError(`Too long to draw: "${text}"`);
  return Math.min(size, fitting);
}
