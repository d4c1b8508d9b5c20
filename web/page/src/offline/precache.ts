/** A file of the built page: its path in the folder ('' and `en/` are pages) and its hash as the `integrity` option of `fetch`. */
export interface StoredFile {
  readonly path: string;
  readonly integrity: string;
}

/** All files that a build of the page needs offline. */
export interface Precache {
  /** Hash of the whole list. */
  readonly version: string;
  readonly common: readonly StoredFile[];
  /** Variants of the core, best first. */
  readonly variants: readonly { readonly module: StoredFile; readonly script: StoredFile }[];
}
