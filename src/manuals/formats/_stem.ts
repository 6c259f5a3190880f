/** A file's name without its ending. */
export function stem(name: string): string {
  return name.replace(/\.[^.]*$/, "");
}
