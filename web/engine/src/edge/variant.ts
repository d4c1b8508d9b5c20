/** Detects the features of WebAssembly that the package needs and selects one of its two builds. */
import { FfnError } from './errors.js';
import { expect_globals } from './globals.js';
import type { LabInfo, Variant } from './types.js';
import { wrong_value } from './describe.js';
import { expect_string } from './validate.js';

const magic = [0, 97, 115, 109, 1, 0, 0, 0];
// A module with one function that returns a v128, up to its code section.
const returns_v128 = [...magic, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0];
const splat = [65, 0, 253, 15]; // i32.const 0, i8x16.splat

/**
 * The smallest modules that contain one instruction of the feature; they are validated, never run.
 */
export const probes = {
  // (func (result v128) i32.const 0 i8x16.splat)
  simd: [...returns_v128, 10, 8, 1, 6, 0, ...splat, 11],
  // (func (result v128) three splats, f32x4.relaxed_madd)
  relaxed: [...returns_v128, 10, 19, 1, 17, 0, ...splat, ...splat, ...splat, 253, 133, 2, 11],
  // (func try catch_all end)
  exceptions: [...magic, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11],
} as const;

const offers = (feature: keyof typeof probes) =>
  WebAssembly.validate(new Uint8Array(probes[feature]));

/** The oldest engines with all that the package uses; workers of pools need Firefox 114. */
const needed_engines = 'ffn-lab needs Chrome 100, Firefox 100, Safari 16.4, Node.js 20 or newer';

function check_engine(): void {
  const missing = (what: string) =>
    new FfnError(
      'unsupported',
      `this JavaScript engine does not support ${what}; ${needed_engines}`,
    );
  if (typeof WebAssembly !== 'object' || typeof WebAssembly.validate !== 'function')
    throw missing('WebAssembly');
  if (!offers('simd')) throw missing('WebAssembly SIMD');
  if (!offers('exceptions')) throw missing('WebAssembly exceptions');
  expect_globals('TextDecoder');
}

const best_first: readonly Variant[] = ['relaxed', 'simd'];

export type VariantChoice = Pick<LabInfo, 'variant' | 'refused'>;

/**
 * Returns the best variant that this machine supports, or the requested one.
 * @throws FfnError `unsupported` without a feature of WebAssembly that all variants or `wanted`
 * need; `invalid_argument` for an unknown name
 */
export function choose_variant(wanted: Variant | undefined): VariantChoice {
  if (wanted !== undefined && !best_first.includes(wanted)) {
    const expected = `one of ${best_first.map((name) => `"${name}"`).join(', ')}`;
    throw wrong_value('variant', JSON.stringify(expect_string('variant', wanted)), expected);
  }
  check_engine();
  if (wanted === 'simd') return { variant: wanted, refused: [] };
  if (offers('relaxed')) return { variant: 'relaxed', refused: [] };
  const reason = 'this JavaScript engine does not support relaxed SIMD';
  if (wanted === 'relaxed')
    throw new FfnError('unsupported', reason, { argument: 'variant', value: wanted });
  return { variant: 'simd', refused: [{ variant: 'relaxed', reason }] };
}
