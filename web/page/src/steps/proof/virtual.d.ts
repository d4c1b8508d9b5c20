declare module 'virtual:golden' {
  // eslint-disable-next-line @typescript-eslint/consistent-type-imports -- an import would make a module of this file
  const golden: import('./golden.ts').GoldenArchive;
  export default golden;
}

declare module 'virtual:licenses' {
  /** Copyright year and holder of this project's licence. */
  export const year: string;
  export const holder: string;
  /** Third-party licences. */
  export const licenses: readonly {
    readonly group: 'core' | 'page' | 'font';
    readonly name: string;
    readonly version: string;
    readonly license: string;
    readonly url: string;
  }[];
}
