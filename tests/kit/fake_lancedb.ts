import { LANCEDB_VERSION } from "../../src/manuals/problem_text.ts";

/** Tells what it is called with. */
const ECHO =
  "exports.connect = async (uri, options) => ({ called: [uri, options], close() {} }); exports.Session = class {};";

/** Installs what takes LanceDB's place; gives the directory. */
export async function fakeLanceDb(
  { version = LANCEDB_VERSION, script = ECHO }: {
    readonly version?: string;
    readonly script?: string;
  } = {},
): Promise<string> {
  const dir = await Deno.makeTempDir();
  const packages = { "@lancedb/lancedb": script, "apache-arrow": "" };
  for (const [name, script] of Object.entries(packages)) {
    const place = `${dir}/node_modules/${name}`;
    await Deno.mkdir(`${place}/dist`, { recursive: true });
    await Deno.writeTextFile(`${place}/dist/index.js`, script);
    const main = "dist/index.js";
    const about = JSON.stringify({ name, version, main });
    await Deno.writeTextFile(`${place}/package.json`, about);
  }
  return dir;
}
