import {
  FileError,
  type FileErrorKind,
  type Files,
  type FileStat,
} from "../../src/runtime/runtime.ts";

interface Node {
  data: Uint8Array;
  mtimeMs: number;
  readonly ino: number;
  /** Of a directory. */
  readonly inside?: Map<string, Node>;
}

/** A file system in memory: fast, and with a clock that the test moves. */
export class MemoryFiles implements Files {
  /** The wall clock that changes are dated by. */
  now = Date.UTC(2026, 0, 1);
  /** Puts what a directory holds into another order. */
  shuffle: <T>(entries: T[]) => T[] = (entries) => entries;
  #lastIno = 0;
  #root: Node = this.#newDir();

  #newDir(): Node {
    return {
      data: new Uint8Array(),
      mtimeMs: this.now,
      ino: ++this.#lastIno,
      inside: new Map(),
    };
  }

  #find(path: string): Node | undefined {
    let node: Node | undefined = this.#root;
    for (const part of path.split("/").filter((part) => part !== "")) {
      node = node?.inside?.get(part);
    }
    return node;
  }

  #need(path: string): Node {
    return this.#find(path) ?? fail("not_found", path);
  }

  /** The directory that a path is in, made if need be, and the last name. */
  #place(path: string): [dir: Node, inside: Map<string, Node>, name: string] {
    const parts = path.split("/").filter((part) => part !== "");
    const name = parts.pop() ?? "";
    let dir = this.#root;
    for (const part of parts) {
      const inside = dir.inside ?? fail("not_a_directory", path);
      let next = inside.get(part);
      if (!next) {
        inside.set(part, next = this.#newDir());
        dir.mtimeMs = this.now;
      }
      dir = next;
    }
    return [dir, dir.inside ?? fail("not_a_directory", path), name];
  }

  /** Writes a file, with its directories. */
  write(path: string, content: string | Uint8Array): void {
    const data = typeof content === "string"
      ? new TextEncoder().encode(content)
      : content;
    const [dir, inside, name] = this.#place(path);
    const known = inside.get(name);
    if (known) Object.assign(known, { data, mtimeMs: this.now });
    else {
      inside.set(name, { data, mtimeMs: this.now, ino: ++this.#lastIno });
      dir.mtimeMs = this.now;
    }
  }

  /** Removes a file, or a directory with all it holds. */
  delete(path: string): void {
    const [dir, inside, name] = this.#place(path);
    inside.delete(name);
    dir.mtimeMs = this.now;
  }

  /** Moves a file or a directory. */
  move(from: string, to: string): void {
    const node = this.#need(from);
    this.delete(from);
    const [dir, inside, name] = this.#place(to);
    inside.set(name, node);
    dir.mtimeMs = this.now;
  }

  /** The files below a directory, relative to it, sorted. */
  paths(dir: string): string[] {
    return [...this.#need(dir).inside ?? []].flatMap(([name, { inside }]) =>
      inside
        ? this.paths(`${dir}/${name}`).map((path) => `${name}/${path}`)
        : [name]
    ).sort();
  }

  readSync(path: string): Uint8Array {
    const { inside, data } = this.#need(path);
    return inside ? fail("is_a_directory", path) : data.slice();
  }

  readTrustedSync(path: string): Uint8Array {
    return this.readSync(path);
  }

  openSync(path: string): ReturnType<Files["openSync"]> {
    const data = this.readSync(path);
    return {
      readSync(target, at): number {
        const part = data.subarray(at, at + target.length);
        target.set(part);
        return part.length;
      },
      close: () => undefined,
    };
  }

  lstatSync(path: string): FileStat | undefined {
    const node = this.#find(path);
    return node && {
      kind: node.inside ? "dir" : "file",
      size: node.data.length,
      mtimeMs: node.mtimeMs,
      ctimeSec: 0,
      dev: 1,
      ino: node.ino,
    };
  }

  statSync(path: string): FileStat | undefined {
    return this.lstatSync(path);
  }

  listSync(path: string): ReturnType<Files["listSync"]> {
    const { inside } = this.#need(path);
    if (!inside) fail("not_a_directory", path);
    return this.shuffle(Array.from(inside, ([name, node]) => ({
      name,
      kind: node.inside ? "dir" as const : "file" as const,
    })));
  }

  namesSync(path: string): ReturnType<Files["listSync"]> {
    return this.listSync(path);
  }

  realPathSync(path: string): string {
    this.#need(path);
    return `/${path.split("/").filter((part) => part !== "").join("/")}`;
  }

  appendSync(path: string, data: Uint8Array): void {
    const before = this.#find(path)?.data ?? [];
    this.write(path, Uint8Array.from([...before, ...data]));
  }

  createSync(path: string, data: Uint8Array): void {
    if (this.#find(path)) fail("exists", path);
    this.write(path, data);
  }

  renameSync(from: string, to: string): void {
    this.move(from, to);
  }

  remove(path: string): Promise<void> {
    this.#need(path);
    return Promise.resolve(this.delete(path));
  }

  makeDir(path: string): Promise<void> {
    this.#place(`${path}/x`);
    return Promise.resolve();
  }
}

function fail(kind: FileErrorKind, path: string): never {
  throw new FileError(kind, path, new Error(`${kind}: ${path}`));
}
