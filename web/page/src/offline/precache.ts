/** A file of the built page: its path in the folder ('' and `en/` are pages), and its hash as `fetch` takes it. */
export interface StoredFile {
  readonly path: string;
  readonly integrity: string;
}

/** Everything that a build of the page needs without a network. */
export interface Precache {
  /** Hash of the whole list. */
  readonly version: string;
  readonly common: readonly StoredFile[];
  /** Builds of the core, the best first. */
  readonly variants: readonly { readonly core: StoredFile; readonly others: readonly StoredFile[] }[];
}
