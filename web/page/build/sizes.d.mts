export interface FileSize {
  readonly path: string;
  readonly raw: number;
  readonly gzip: number;
  readonly brotli: number;
}
export declare const script_limit: number;
export declare const wasm_limit: number;
export declare const step_limit: number;
export declare function measure_page(language: string): {
  readonly scripts: readonly FileSize[];
  readonly total: FileSize;
};
export declare function measure_steps(): readonly FileSize[];
export declare function measure_wasm(): readonly FileSize[];
export declare function size_line(file: FileSize): string;
