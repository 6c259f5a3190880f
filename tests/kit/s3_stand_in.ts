import { fileURLToPath } from "node:url";
import { lanceParts } from "./lance_parts.ts";

/** The bucket that a stand-in begins with. */
export const BUCKET = "manuals";

/** A server that talks like S3, gone at the end of its scope. */
export interface S3StandIn extends AsyncDisposable {
  /** What a client needs to know of it, as environment variables. */
  readonly env: Readonly<Record<string, string>>;
  /** Where its objects lie: `<bucket>/<key>`. */
  readonly directory: string;
}

/** Starts one on a free port. */
export async function startS3(): Promise<S3StandIn> {
  const { packageDir, node } = await lanceParts();
  const directory = await Deno.makeTempDir();
  const script = fileURLToPath(new URL("./s3_stand_in.cjs", import.meta.url));
  const child = new Deno.Command(node, {
    args: [script, packageDir, directory, BUCKET],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  const port = new TextDecoder().decode(value).trim();
  if (!/^\d+$/.test(port)) throw new Error("The stand-in for S3 did not start");
  return {
    env: {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      AWS_REGION: "us-east-1",
      AWS_ACCESS_KEY_ID: "S3RVER",
      AWS_SECRET_ACCESS_KEY: "S3RVER",
    },
    directory,
    async [Symbol.asyncDispose]() {
      await reader.cancel();
      await child.stdin.close();
      await child.status;
      await Deno.remove(directory, { recursive: true });
    },
  };
}
