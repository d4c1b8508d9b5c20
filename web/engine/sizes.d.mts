export interface FileSize {
  name: string;
  raw: number;
  gzip: number;
  brotli: number;
}
export declare const size_limit: number;
export declare function measure_all(): FileSize[];
export declare function size_table(measured?: FileSize[]): string;
