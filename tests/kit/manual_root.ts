import { runtime } from "../../src/runtime/deno.ts";
import type { Files } from "../../src/runtime/runtime.ts";

/** A manuals root in a temporary directory, removed when disposed of. */
export interface ManualRoot extends Disposable {
  /** Where it is. */
  readonly path: string;
  /** Writes a file below it, with its directories. */
  write(path: string, content: string | Uint8Array): void;
}

/** Makes a manuals root with the given files, e.g. `{"guide/a.md": "# A"}`. */
export function makeManualRoot(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): ManualRoot {
  const path = Deno.realPathSync(Deno.makeTempDirSync());
  const root: ManualRoot = {
    path,
    write(name, content): void {
      const place = `${path}/${name}`;
      Deno.mkdirSync(place.slice(0, place.lastIndexOf("/")), {
        recursive: true,
      });
      const bytes = typeof content === "string"
        ? new TextEncoder().encode(content)
        : content;
      Deno.writeFileSync(place, bytes);
    },
    [Symbol.dispose](): void {
      Deno.removeSync(path, { recursive: true });
    },
  };
  for (const [name, content] of Object.entries(files)) {
    root.write(name, content);
  }
  return root;
}

/** The files of this machine, as the engine sees them. */
export const testFiles = runtime.files;

/** Files that count those which are open. */
export function countOpenFiles(): { files: Files; readonly open: number } {
  let open = 0;
  const files: Files = {
    ...testFiles,
    openSync(path) {
      const file = testFiles.openSync(path);
      open++;
      return {
        ...file,
        close(): void {
          open--;
          file.close();
        },
      };
    },
  };
  return {
    files,
    get open(): number {
      return open;
    },
  };
}
