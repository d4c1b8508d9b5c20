/** What importing `ffn-lab/ffn-lab.simd.wasm` gives where a bundler treats .wasm as files: the address to fetch it from. */
declare const address: string;
export default address;
