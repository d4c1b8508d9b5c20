declare module 'virtual:wasm_archive' {
  import type { Variant } from 'ffn-lab';

  interface Archive {
    readonly lengths: Readonly<Record<Variant, number>>;
    readonly slices: number;
    /** Interleaved slices, gzip-compressed, in base64. */
    readonly data: string;
  }
  const archive: Archive;
  export default archive;
}

declare module 'virtual:licenses_text' {
  const text: string;
  export default text;
}
