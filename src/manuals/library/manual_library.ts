/**
 * Where manuals are listed and read. Files below a root are one answer;
 * everything that lists, outlines or reads manuals works over this interface
 * alone, so that the texts may as well lie in a store on another machine.
 *
 * @module
 */
import type { Format } from "../formats/format.ts";
import type { SkippedFile, WalkOptions } from "./corpus.ts";
import type { SkippedCount } from "./skipped_documents.ts";

/** A manual. */
export interface ManualInfo {
  /** What it is asked for by. */
  readonly id: string;
}

/** Something that a directory of a manual holds. */
export type LibraryEntry =
  | { readonly kind: "dir"; readonly name: string }
  | { readonly kind: "file"; readonly name: string; readonly format: Format };

/** A directory of a manual. */
export interface LibraryDirectory {
  /** Relative to the manual, in its one spelling; empty for the manual. */
  readonly path: string;
  /** Sorted by code unit. */
  readonly entries: readonly LibraryEntry[];
  /** Documents in it that are not read; of a manual itself, all below it. */
  readonly skipped?: readonly SkippedCount[];
}

/** The files below a directory of a manual. */
export interface LibraryFiles {
  /** Relative to the manual, sorted by code unit. */
  readonly paths: readonly string[];
  /** What could not be looked at. */
  readonly skipped: readonly SkippedFile[];
}

/** A file of a manual, read. */
export interface ManualFile {
  /** Relative to the manual, in its one spelling. */
  readonly path: string;
  /** How it is cut into sections. */
  readonly format: Format;
  /** All of it, decoded. */
  readonly text: string;
  /** Changes whenever the file does. */
  readonly fingerprint: string;
}

/**
 * Some manuals. Paths are relative to their manual, with `/`; an empty one is
 * the manual itself. Every method rejects with a `ManualError` for what its
 * caller can put right.
 */
export interface ManualLibrary {
  /** The manuals, sorted by code unit. */
  manuals(): Promise<readonly ManualInfo[]>;
  /** Documents beside the manuals, in none of them; none where absent. */
  besides?(): Promise<readonly SkippedCount[]>;
  /** Lists a directory of a manual. */
  list(
    manualId: string,
    path: string,
    options?: WalkOptions,
  ): Promise<LibraryDirectory>;
  /** Documents of a manual in formats that are not read; none where absent. */
  unread?(
    manualId: string,
    options?: WalkOptions,
  ): Promise<readonly SkippedCount[]>;
  /** Finds all files below a directory of a manual; of a file, itself. */
  walk(
    manualId: string,
    path: string,
    options?: WalkOptions,
  ): Promise<LibraryFiles>;
  /** Reads a file. */
  read(manualId: string, path: string): Promise<ManualFile>;
}
