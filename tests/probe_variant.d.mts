export declare const probes: {
  readonly simd: readonly number[];
  readonly relaxed: readonly number[];
};
