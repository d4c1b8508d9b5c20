/**
 * The variants that this Node supports, each loaded once. A test checks that unsupported variants
 * are rejected.
 */
import { readFileSync } from 'node:fs';
import { load } from 'ffn-lab';
import type { Lab, Variant } from 'ffn-lab';

const all: readonly Variant[] = ['relaxed', 'simd'];
const best = (await load()).info();

export const refused_variants = best.refused.map(({ variant }) => variant);
export const runnable_variants = all.filter((variant) => !refused_variants.includes(variant));

/** The file of variant `simd` with the name of another variant in its section `variant`. */
export function file_of_other_variant(): Uint8Array<ArrayBuffer> {
  const file = readFileSync(
    new URL('../../web/engine/dist/wasm/ffn-lab.simd.wasm', import.meta.url),
  );
  const place = file.lastIndexOf('variantsimd', undefined, 'latin1');
  file.write('fast', place + 'variant'.length, 'latin1');
  return new Uint8Array(file);
}

export async function load_each(): Promise<readonly (readonly [Variant, Lab])[]> {
  return Promise.all(
    runnable_variants.map(async (variant) => [variant, await load({ variant })] as const),
  );
}
