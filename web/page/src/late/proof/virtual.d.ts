declare module 'virtual:golden' {
  interface GoldenFile {
    /** What its tensors are, as the script that made them says. */
    readonly what: string;
    readonly tensors: Readonly<Record<string, { readonly shape: readonly number[]; readonly from: number }>>;
  }
  const golden: {
    /** Libraries and their versions. */
    readonly made_by: string;
    /** Numbers of all tensors. */
    readonly count: number;
    readonly files: Readonly<Record<string, GoldenFile>>;
    /** float32, little-endian: the first bytes of all, then the second ones, … in base64. */
    readonly data: string;
  };
  export default golden;
}
