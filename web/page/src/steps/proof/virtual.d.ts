declare module 'virtual:golden' {
  const golden: ReturnType<
    typeof import('../../../plugins/golden_archive.ts').golden_archive_value
  >;
  export default golden;
}

declare module 'virtual:licenses' {
  /** Copyright year and holder of this project's licence. */
  export const year: string;
  export const holder: string;
  /** Third-party licences. */
  export const licenses: readonly Omit<import('../../../plugins/licenses.ts').License, 'text'>[];
}
