/**
 * The variants that this Node supports, each loaded once. A test checks that unsupported variants
 * are rejected.
 */
import { load } from 'ffn-lab';
import type { Lab, Variant } from 'ffn-lab';

const all: readonly Variant[] = ['relaxed', 'simd', 'scalar'];
const best = (await load()).info();

export const refused_variants = best.refused.map(({ variant }) => variant);
export const runnable_variants = all.filter((variant) => !refused_variants.includes(variant));

export async function load_each(): Promise<readonly (readonly [Variant, Lab])[]> {
  return Promise.all(
    runnable_variants.map(async (variant) => [variant, await load({ variant })] as const),
  );
}
