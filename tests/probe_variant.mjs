// Prints the flag that this Node needs to run the variant named on the command line, or nothing;
// exits with status 1 if it cannot run it. Each module is the smallest that contains one
// instruction of the feature. The package uses the same bytes (web/engine/src/edge/variant.ts); a
// test compares them.
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const flag = '--experimental-wasm-relaxed-simd'; // of Node 20

const header = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0];

export const probes = {
  // (func (result v128) i32.const 0 i8x16.splat)
  simd: [...header, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11],
  // (func (result v128) three splats, f32x4.relaxed_madd)
  relaxed: [
    ...header,
    10,
    19,
    1,
    17,
    0,
    65,
    0,
    253,
    15,
    65,
    0,
    253,
    15,
    65,
    0,
    253,
    15,
    253,
    133,
    2,
    11,
  ],
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const variant = process.argv[2];
  const runs = () => WebAssembly.validate(new Uint8Array(probes[variant]));
  if (!runs()) {
    setFlagsFromString(flag);
    if (runs()) console.log(flag);
    else process.exitCode = 1;
  }
}
