import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { Metafile } from "./bundle.ts";
import { ROOT } from "./project.ts";

const LICENSE = /^(licen[cs]e|notice|copying)\b/i;

interface BundledPackage {
  readonly root: string;
  readonly title: string;
  /** Directories of bundled files, relative to the root. */
  readonly dirs: Set<string>;
}

/**
 * The licence texts of everything foreign that went into the bundle: of each
 * package, and of code that a package itself took from elsewhere.
 */
export function thirdPartyLicenses({ inputs }: Metafile): string {
  const texts = bundledPackages(Object.keys(inputs)).map((found) => {
    const files = licenseFiles(found);
    if (files.length === 0) {
      throw new Error(`The package ${found.title} has no licence text`);
    }
    return files.map((file) => {
      const heading = `${found.title}: ${relative(found.root, file)}`;
      const text = Deno.readTextFileSync(file).trim();
      return `${heading}\n${"-".repeat(heading.length)}\n\n${text}\n`;
    }).join("\n\n");
  });
  return "This package contains code of these packages.\n\n\n" +
    texts.join("\n\n");
}

function bundledPackages(inputs: readonly string[]): BundledPackage[] {
  const packages = new Map<string, BundledPackage>();
  for (const input of inputs) {
    const file = resolve(ROOT, input);
    if (file.startsWith(`${ROOT}/`)) continue;
    const { root, title } = packageOf(file);
    const found = packages.get(root) ?? { root, title, dirs: new Set() };
    found.dirs.add(relative(root, dirname(file)));
    packages.set(root, found);
  }
  return [...packages.values()].sort((a, b) => a.title < b.title ? -1 : 1);
}

/** The nearest directory above with a manifest that names a version. */
function packageOf(file: string): { root: string; title: string } {
  for (let dir = dirname(file); dir !== dirname(dir); dir = dirname(dir)) {
    const manifest = join(dir, "package.json");
    if (!existsSync(manifest)) continue;
    const { name, version } = JSON.parse(Deno.readTextFileSync(manifest));
    if (version) return { root: dir, title: `${name} ${version}` };
  }
  throw new Error(`Cannot tell the package of ${file}`);
}

/** Licences at the root, and those that lie with bundled code further down. */
function licenseFiles({ root, dirs }: BundledPackage): string[] {
  const files: string[] = [];
  const pending = [""];
  for (let dir = pending.pop(); dir !== undefined; dir = pending.pop()) {
    // Published code stands beside `src`, its licences may only be in there.
    const place = dir.replace(/^src(\/|$)/, "");
    const used = [...dirs].some((used) => `${used}/`.startsWith(`${place}/`));
    for (const entry of Deno.readDirSync(join(root, dir))) {
      if (entry.isDirectory) pending.push(join(dir, entry.name));
      const licence = entry.isFile && LICENSE.test(entry.name);
      if (licence && (place === "" || used)) {
        files.push(join(root, dir, entry.name));
      }
    }
  }
  return files.sort();
}
