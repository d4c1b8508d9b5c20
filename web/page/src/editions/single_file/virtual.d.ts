declare module 'virtual:wasm_archive' {
  import type { Variant } from 'ffn-lab';

  /** `data`: interleaved slices, gzip-compressed, in base64. */
  const archive: Readonly<{
    lengths: Readonly<Record<Variant, number>>;
    slices: number;
    data: string;
  }>;
  export default archive;
}

declare module 'virtual:licenses_text' {
  /** gzip-compressed, in base64. */
  const packed: string;
  export default packed;
}
