declare module 'virtual:wasm_archive' {
  import type { Part, Variant } from 'ffn-lab';

  interface PackedFile {
    readonly lengths: Readonly<Record<Variant, number>>;
    readonly slices: number;
    /** Interleaved slices, gzip-compressed, in base64. */
    readonly data: string;
  }
  const archive: Readonly<Record<Part | 'core', PackedFile>>;
  export default archive;
}

declare module 'virtual:licenses_text' {
  const text: string;
  export default text;
}
