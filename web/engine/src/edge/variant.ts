/** Selects one of the three WebAssembly builds. */
import { FfnError } from './errors.js';
import type { LabInfo, Variant } from './types.js';
import { expect_string, wrong_value } from './validate.js';

// A module with one function that returns a v128, up to its code section.
const header = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0];

/**
 * The smallest modules that contain one instruction of the feature; they are validated, never run.
 */
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
} as const;

const best_first: readonly Variant[] = ['relaxed', 'simd', 'scalar'];

const missing_feature: Record<Variant, string> = {
  relaxed: 'this JavaScript engine does not support relaxed SIMD',
  simd: 'this JavaScript engine does not support WebAssembly SIMD',
  scalar: 'this JavaScript engine does not support WebAssembly',
};

function supported(variant: Variant): boolean {
  return variant === 'scalar' || WebAssembly.validate(new Uint8Array(probes[variant]));
}

export type VariantChoice = Pick<LabInfo, 'variant' | 'refused'>;

/**
 * Returns the best variant that this machine supports, or the requested one.
 * @throws FfnError `unsupported` without WebAssembly or without the features of `wanted`;
 * `invalid_argument` for an unknown name
 */
export function choose_variant(wanted: Variant | undefined): VariantChoice {
  if (typeof WebAssembly !== 'object' || typeof WebAssembly.validate !== 'function') {
    throw new FfnError('unsupported', missing_feature.scalar);
  }
  const refused = best_first
    .filter((variant) => !supported(variant))
    .map((variant) => ({ variant, reason: missing_feature[variant] }));
  if (wanted === undefined) return { variant: best_first.find(supported) ?? 'scalar', refused };
  if (!best_first.includes(wanted)) {
    const expected = `one of ${best_first.map((name) => `"${name}"`).join(', ')}`;
    throw wrong_value('variant', JSON.stringify(expect_string('variant', wanted)), expected);
  }
  if (!supported(wanted))
    throw new FfnError('unsupported', missing_feature[wanted], {
      argument: 'variant',
      value: wanted,
    });
  return {
    variant: wanted,
    refused: refused.filter(
      ({ variant }) => best_first.indexOf(variant) < best_first.indexOf(wanted),
    ),
  };
}
