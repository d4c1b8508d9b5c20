/** Inputs and rows of the last self-check, cached for the programs of its numbers, which write out PyTorch's tensors. */
import type { CheckRow, GoldenTensors } from './calls.ts';

interface CachedCheck {
  readonly golden: GoldenTensors;
  readonly rows: readonly Pick<CheckRow, 'family' | 'tensor'>[];
}

let cached: CachedCheck = { golden: {}, rows: [] };

export const cached_check = (): CachedCheck => cached;

export function cache_check(check: CachedCheck): void {
  cached = check;
}
