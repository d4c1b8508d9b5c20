// Opens the files of tests/golden/families, which make_families.py writes, with the package and
// compares each network's output with PyTorch's.

import { readFileSync } from 'node:fs';

const folder = new URL('./families/', import.meta.url);

/** The families, in the order of families.json. */
export const families = JSON.parse(readFileSync(new URL('families.json', folder), 'utf8'));

/** Largest difference from PyTorch in units of 2^-24 times the largest output, a rounding of it. */
export const most_roundings = 8;

/** Opens the files of a family, with its configuration or without. */
export function open_family(lab, family, with_config) {
  const [first, ...others] = family.files.map(
    (name) => new Uint8Array(readFileSync(new URL(name, folder))),
  );
  return lab.open_checkpoint(others.length === 0 ? first : [first, ...others], {
    ...(with_config && family.config !== undefined ? { config: family.config } : {}),
    ...(family.index === undefined ? {} : { index: family.index }),
  });
}

/** The options that choose a stack, with the order of a fused first layer if names leave it open. */
export function stack_options({ name, order_told, fused }) {
  return order_told === true ? { stack: name, fused } : { stack: name };
}

/** Returns one layer's output for the stack's x, which the caller's `activation` may decide. */
async function output_of(file, stack, layer, activation) {
  const decided = activation === undefined ? {} : { activation };
  const network = await file.feed_forward(layer, { ...stack_options(stack), ...decided });
  try {
    return network.forward({ data: Float32Array.from(stack.x.values), shape: stack.x.shape }).data;
  } finally {
    network.dispose();
  }
}

/**
 * Returns the largest difference between a stack's outputs and PyTorch's, in roundings of float32 of
 * the largest output; `activation` is what the caller says, nothing where the file decides.
 */
export async function roundings_from_torch(file, stack, activation) {
  let largest = 0;
  for (const [layer, expected] of Object.entries(stack.outputs)) {
    const output = await output_of(file, stack, Number(layer), activation);
    if (output.length !== expected.length) return Infinity;
    const scale = Math.max(...expected.map(Math.abs));
    const errors = expected.map((value, index) => Math.abs(output[index] - value) / scale);
    largest = Math.max(largest, ...errors); // NaN if any is NaN
  }
  return largest * 2 ** 24;
}
