export declare const brotli_limit: number;
export declare const core_limit: number;
export declare function measure_all(): { name: string; raw: number; gzip: number; brotli: number }[];
