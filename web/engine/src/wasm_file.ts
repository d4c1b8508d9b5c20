/**
 * Type of the import `ffn-lab/ffn-lab.simd.wasm` in bundlers that treat .wasm as files: the address
 * of the file.
 */
declare const address: string;
export default address;
