/** Paths of all files below a directory, relative to it; none if it is absent. */
export function walk(directory: string, prefix = ""): string[] {
  let entries: Deno.DirEntry[];
  try {
    entries = [...Deno.readDirSync(directory)];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
  return entries.flatMap(({ name, isDirectory }) =>
    isDirectory
      ? walk(`${directory}/${name}`, `${prefix}${name}/`)
      : [prefix + name]
  ).sort();
}
