// deno-lint-ignore-file no-console -- it reports to the person who runs it
/**
 * Builds the npm package from the source that Deno runs, and tries it:
 * `deno task build:npm [--out <dir>]` (default: `npm`).
 *
 * @module
 */
import { dirname, resolve } from "node:path";
import { bundle } from "./build_npm/bundle.ts";
import { checkBundle } from "./build_npm/check_bundle.ts";
import { checkProgram } from "./build_npm/check_program.ts";
import { checkTypes } from "./build_npm/check_types.ts";
import { writeDeclarations } from "./build_npm/declarations.ts";
import { thirdPartyLicenses } from "./build_npm/licenses.ts";
import { COPIED, packageJson } from "./build_npm/package_json.ts";
import { ROOT, VERSION } from "./build_npm/project.ts";
import { readArgs } from "./command_line.ts";

/** Builds the package into a directory, which is emptied first. */
export async function buildNpm(out: string): Promise<void> {
  await Deno.remove(out, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  const metafile = await bundle(`${out}/build`);
  checkBundle(metafile);
  await checkProgram(`${out}/build/index.js`);
  await writeDeclarations(`${out}/build/types`);
  await Deno.writeTextFile(
    `${out}/build/THIRD_PARTY_LICENSES.txt`,
    thirdPartyLicenses(metafile),
  );
  await Deno.writeTextFile(
    `${out}/package.json`,
    JSON.stringify(packageJson(), null, 2) + "\n",
  );
  await checkTypes(out);
  await copyFiles(out);
}

async function copyFiles(out: string): Promise<void> {
  const missing: string[] = [];
  for (const path of COPIED) {
    await Deno.mkdir(dirname(`${out}/${path}`), { recursive: true });
    try {
      await Deno.copyFile(`${ROOT}/${path}`, `${out}/${path}`);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      missing.push(path);
    }
  }
  if (missing.length > 0) {
    throw new Error(`The package needs ${missing.join(", ")}: not found`);
  }
}

if (import.meta.main) {
  const { values: { out: dir } } = readArgs(
    { options: { out: { type: "string" } } },
    "Usage: deno task build:npm [--out <dir>]",
  );
  const out = dir ? resolve(dir) : `${ROOT}/npm`;
  await buildNpm(out);
  console.log(`openai-responses-mcp ${VERSION} is in ${out}`);
}
