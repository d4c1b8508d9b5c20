/** What the last check was about: the programs of its numbers begin with the tensors of PyTorch. */
import type { CheckRow, GoldenTensors } from './calls.ts';

interface Held {
  readonly golden: GoldenTensors;
  readonly rows: readonly Pick<CheckRow, 'family' | 'tensor'>[];
}

let held: Held = { golden: {}, rows: [] };

export const held_check = (): Held => held;

export function hold_check(check: Held): void {
  held = check;
}
