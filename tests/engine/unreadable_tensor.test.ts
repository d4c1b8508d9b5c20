import { describe, expect, it } from 'vitest';
import { error_of, file_of } from './checkpoint_files.js';
import { load_each } from './variants.js';

describe.each(await load_each())('unreadable tensor, variant %s', (_variant, lab) => {
  it('lists a tensor of a type that is not decoded, and rejects reading it by name', async () => {
    const file = file_of(
      {
        packed: { dtype: 'F4', shape: [2, 4], data_offsets: [0, 4] },
        w: { dtype: 'U8', shape: [2], data_offsets: [4, 6] },
      },
      new Uint8Array(6),
    );
    using checkpoint = await lab.open_checkpoint(file);
    const listed = checkpoint.tensors.map(({ name, dtype }) => [name, dtype]);
    expect(listed).toEqual([
      ['packed', 'F4'],
      ['w', 'U8'],
    ]);
    expect((await checkpoint.tensor('w')).shape).toEqual([2]);
    for (const options of [{}, { rows: [0, 1] as const }]) {
      const error = await error_of(checkpoint.tensor('packed', options));
      expect([error.reason, error.argument, error.value]).toEqual([
        'unknown_dtype',
        'tensor "packed" dtype',
        '"F4"',
      ]);
    }
  });
});
