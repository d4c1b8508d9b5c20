export declare const brotli_limit: number;
export declare function measure_all(): { name: string; raw: number; gzip: number; brotli: number }[];
