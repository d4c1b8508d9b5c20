/** Reads the reference data that tests/golden/make_golden.py generates. */
import { readFileSync } from 'node:fs';
import type { Tensor } from 'ffn-lab';

export interface GoldenTensor {
  readonly shape: number[];
  readonly values: number[];
}

export function read_golden(name: string): (key: string) => GoldenTensor {
  const lines = readFileSync(new URL(`./golden/${name}.txt`, import.meta.url), 'ascii').split('\n');
  const tensors = new Map<string, GoldenTensor>();
  lines.forEach((line, index) => {
    const [word, key, ...shape] = line.split(' ');
    if (word !== 'tensor' || key === undefined) return;
    tensors.set(key, { shape: shape.map(Number), values: (lines[index + 1] ?? '').split(' ').map(Number) });
  });
  return (key) => {
    const tensor = tensors.get(key);
    if (tensor === undefined) throw new Error(`no tensor ${key} in the reference data ${name}`);
    return tensor;
  };
}

/** Returns the reference values, rounded to float32. */
export function tensor_of({ shape, values }: GoldenTensor): Tensor {
  return { data: Float32Array.from(values), shape };
}

/** Returns the largest |actual − expected|. Throws if the numbers of elements differ. */
export function largest_error(actual: ArrayLike<number>, expected: readonly number[]): number {
  if (actual.length !== expected.length) throw new Error(`${actual.length} elements, expected ${expected.length}`);
  return expected.reduce((largest, value, index) => {
    const error = Math.abs((actual[index] as number) - value);
    return error > largest || Number.isNaN(error) ? error : largest;
  }, 0);
}
