export declare function transposed(
  matrix: Float32Array,
  rows: number,
  columns: number,
): Float32Array<ArrayBuffer>;
