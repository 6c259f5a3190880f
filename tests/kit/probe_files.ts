import { FileError, type Files } from "../../src/runtime/runtime.ts";

/** The kind of the error that an operation ends with; "none" without one. */
async function kindOfError(run: () => unknown): Promise<string> {
  try {
    await run();
    return "none";
  } catch (error) {
    return error instanceof FileError ? error.kind : String(error);
  }
}

/**
 * Tries every method of a runtime's files in an empty directory, and tells what
 * came out of it: to be equal under every runtime.
 */
export async function probeFiles(
  files: Files,
  dir: string,
  link: (target: string, path: string) => void,
): Promise<Record<string, unknown>> {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const file = `${dir}/file`;
  const sub = `${dir}/a/b`;
  await files.makeDir(sub);
  files.appendSync(file, bytes("0123456789"));
  files.appendSync(file, bytes("ab"));
  files.appendSync(`${dir}/a/c`, bytes("c"));
  for (const target of ["file", "a", "nothing"]) {
    link(`${dir}/${target}`, `${dir}/to-${target}`);
  }
  const open = files.openSync(file);
  const part = new Uint8Array(4);
  const stats = (path: string): unknown[] =>
    [files.lstatSync(path), files.statSync(path)]
      .map((stat) => stat?.kind ?? "nothing");
  const report = {
    text: new TextDecoder().decode(files.readTrustedSync(file)),
    sizes: [
      files.readSync(file).length,
      files.lstatSync(file)?.size,
      files.statSync(`${dir}/to-file`)?.size,
    ],
    partsRead: [open.readSync(part, 0), open.readSync(part, 10)],
    part: new TextDecoder().decode(part),
    recent: Math.abs((files.lstatSync(file)?.mtimeMs ?? 0) - Date.now()) < 6e5,
    // Equal on every runtime: they share indexes.
    changed: (files.lstatSync(file)?.ctimeSec ?? 0) % 1 === 0 &&
      Math.abs((files.lstatSync(file)?.ctimeSec ?? 0) - Date.now() / 1e3) < 600,
    // Not followed, then followed.
    ofFile: stats(file),
    ofDir: stats(sub),
    ofLinkToFile: stats(`${dir}/to-file`),
    ofLinkToDir: stats(`${dir}/to-a`),
    ofLinkToNothing: stats(`${dir}/to-nothing`),
    ofNothing: stats(`${dir}/nothing`),
    ofWhatIsBelowAFile: stats(`${file}/x`),
    ofTooLongAName: stats(`${dir}/${"x".repeat(300)}`),
    list: files.listSync(dir).map(({ name, kind }) => `${name} ${kind}`).sort(),
    real: files.realPathSync(`${dir}/to-a/b`) === files.realPathSync(sub),
    errors: {
      readNothing: await kindOfError(() => files.readSync(`${dir}/nothing`)),
      readTrustedNothing: await kindOfError(() =>
        files.readTrustedSync(`${dir}/nothing`)
      ),
      openNothing: await kindOfError(() => files.openSync(`${dir}/nothing`)),
      readDir: await kindOfError(() => files.readSync(sub)),
      readBelowFile: await kindOfError(() => files.readSync(`${file}/x`)),
      readLink: await kindOfError(() => files.readSync(`${dir}/to-file`)),
      readBehindLink: await kindOfError(() => files.readSync(`${dir}/to-a/c`)),
      readTrustedLink: await kindOfError(() =>
        files.readTrustedSync(`${dir}/to-file`)
      ),
      listLink: await kindOfError(() => files.listSync(`${dir}/to-a`)),
      listBehindLink: await kindOfError(() => files.listSync(`${dir}/to-a/b`)),
      listNothing: await kindOfError(() => files.listSync(`${dir}/nothing`)),
      listFile: await kindOfError(() => files.listSync(file)),
      realNothing: await kindOfError(() =>
        files.realPathSync(`${dir}/nothing`)
      ),
      removeNothing: await kindOfError(() => files.remove(`${dir}/nothing`)),
      renameNothing: await kindOfError(() =>
        files.renameSync(`${dir}/nothing`, `${dir}/x`)
      ),
      appendBelowFile: await kindOfError(() =>
        files.appendSync(`${file}/x`, part)
      ),
      makeDirOverFile: await kindOfError(() => files.makeDir(file)),
      makeDirAgain: await kindOfError(() => files.makeDir(sub)),
    },
    moved: await kindOfError(() => files.renameSync(file, `${dir}/moved`)),
    removed: await kindOfError(() => files.remove(`${dir}/moved`)),
    left: stats(`${dir}/moved`),
  };
  open.close();
  return report;
}
