/**
 * Whether Deno can load modules now. Its loader keeps a failure for good, of a
 * module and of all that import it, and some of its parts end the process when
 * no descriptor is left.
 *
 * @module
 */

/** What loading takes at once, with some room. */
const DESCRIPTORS = 4;

/**
 * Looks whether a module is there, and enough descriptors to load it with.
 *
 * @returns Nothing that is to be loaded before it.
 * @throws {Error} When one of them is missing.
 */
export function checkDescriptors(address: string): readonly [] {
  // Of what comes from elsewhere nothing can be opened.
  if (!address.startsWith("file:")) return [];
  const files: Deno.FsFile[] = [];
  try {
    while (files.length < DESCRIPTORS) {
      files.push(Deno.openSync(new URL(address)));
    }
  } finally {
    for (const file of files) file.close();
  }
  return [];
}
