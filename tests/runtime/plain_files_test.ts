import assert from "node:assert/strict";
import {
  createPlainFiles,
  type PlainSystem,
} from "../../src/runtime/plain_files.ts";
import { FileError, type FileStat } from "../../src/runtime/runtime.ts";

const INSIDE: FileStat = {
  kind: "file",
  size: 6,
  mtimeMs: 1,
  ctimeSec: 1,
  dev: 1,
  ino: 1,
};
const OUTSIDE: FileStat = { ...INSIDE, ino: 2 };
const PATH = "/manuals/sub/page.md";

/**
 * A system that does not tell where an open file lies, and somebody who puts a
 * link in the place of `sub` for just those looks that he says.
 */
function exchanged(isLink: (look: number) => boolean): PlainSystem {
  let look = 0;
  let opened = "";
  return {
    os: "darwin",
    nodeFiles: () => ({
      constants: { O_RDONLY: 0, O_NOFOLLOW: 1, O_NONBLOCK: 2 },
      openSync(): number {
        opened = isLink(look++) ? "secret" : "inside";
        return 3;
      },
      closeSync: () => undefined,
      readlinkSync(): never {
        throw new Error("not permitted");
      },
      readSync: (_: number, target: Uint8Array) =>
        new TextEncoder().encodeInto(opened, target).written,
    } as unknown as ReturnType<PlainSystem["nodeFiles"]>),
    lstat: () => isLink(look++) ? OUTSIDE : INSIDE,
    fstat: () => opened === "secret" ? OUTSIDE : INSIDE,
    list: () => [{ name: isLink(look++) ? "secret" : "inside", kind: "file" }],
    realPath: () => isLink(look++) ? "/outside/page.md" : PATH,
  };
}

/** What a call gives, or the kind of its error. */
function outcome<T>(run: () => T): T | string {
  try {
    return run();
  } catch (error) {
    if (error instanceof FileError) return error.kind;
    throw error;
  }
}

Deno.test("readSync() is not misled by exchanges in step with its looks", () => {
  for (const every of [1, 2, 3]) {
    for (let shift = 0; shift < 2 * every; shift++) {
      const isLink = (look: number): boolean =>
        look < 2 || Math.floor((look + shift) / every) % 2 === 0;
      const { readSync } = createPlainFiles(exchanged(isLink));
      const read = outcome(() => readSync(PATH));
      const text = typeof read === "string"
        ? read
        : new TextDecoder().decode(read);
      assert.notEqual(text, "secret", `every ${every}, shift ${shift}`);
    }
  }
});

Deno.test("readSync() is not misled by an exchange that is taken back, nor by one that stays", () => {
  for (const end of [1, 2, 3, Infinity]) {
    const { readSync } = createPlainFiles(exchanged((look) => look < end));
    const read = outcome(() => readSync(PATH));
    const text = typeof read === "string"
      ? read
      : new TextDecoder().decode(read);
    assert.notEqual(text, "secret", `the first ${end} looks`);
  }
});

Deno.test("listSync() is not misled by exchanges in step with its looks", () => {
  for (const shift of [0, 1]) {
    const system = exchanged((look) => look === 0 || (look + shift) % 2 === 0);
    const { listSync } = createPlainFiles({ ...system, os: "windows" });
    const found = outcome(() => listSync(PATH));
    assert.equal(found, "moved", `shift ${shift}`);
  }
});

Deno.test("readSync() and listSync() give what nobody exchanges", () => {
  const system = exchanged(() => false);
  const read = createPlainFiles(system).readSync(PATH);
  assert.equal(new TextDecoder().decode(read), "inside");
  const { listSync } = createPlainFiles({ ...system, os: "windows" });
  assert.deepEqual(listSync(PATH), [{ name: "inside", kind: "file" }]);
});
