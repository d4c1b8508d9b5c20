import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from 'ffn-lab';
import { read_golden } from '../golden.js';
import { numpy_file, recorded } from './checkpoint_files.js';
import { load_each } from './variants.js';

const names = readdirSync(new URL('../golden/npy/', import.meta.url)).map((file) =>
  file.slice(0, -'.npy'.length),
);
const golden = read_golden('npy');

/** Returns the beginning of a .npy file with the given header, without data. */
function beginning(header: string): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(header);
  return new Uint8Array([
    0x93,
    ...new TextEncoder().encode('NUMPY'),
    1,
    0,
    text.length % 256,
    Math.floor(text.length / 256),
    ...text,
  ]);
}

describe.each(await load_each())('npy, variant %s', (_variant, lab) => {
  it('reads files that NumPy wrote', async () => {
    for (const name of names) {
      const { shape, values } = golden(name);
      const count = shape.reduce((product, size) => product * size, 1); // the reference data has an empty line for an empty array
      expect([name, await lab.read_npy(numpy_file(name))]).toEqual([
        name,
        { data: Float32Array.from(values.slice(0, count)), shape },
      ]);
    }
  });

  it('reads only the header of an invalid file, whatever its declared size', async () => {
    const header = beginning(
      "{'descr': '<f4', 'fortran_order': False, 'shape': (1073741824,), }\n",
    );
    for (const size of [header.length + 2 ** 32, header.length + 2 ** 32 - 1]) {
      const blob = recorded({ size, slice: (begin, end) => new Blob([header]).slice(begin, end) });
      const expected = size % 2 === header.length % 2 ? 'invalid_argument' : 'invalid_file';
      await expect(lab.read_npy(blob)).rejects.toMatchObject({ code: expected });
      expect(blob.reads).toEqual([
        [0, 12],
        [0, header.length],
      ]);
    }
  });
});

describe('read_npy', () => {
  it('rejects the wrong type, an aborted signal and a disposed lab', async () => {
    const file = numpy_file('f4');
    const lab = await load();
    await expect(lab.read_npy(3 as never)).rejects.toMatchObject({
      code: 'invalid_type',
      argument: 'source',
    });
    await expect(lab.read_npy(file, { rows: 1 } as never)).rejects.toMatchObject({
      code: 'invalid_argument',
      argument: 'a name in options',
    });
    const reason = new Error('enough');
    await expect(lab.read_npy(file, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    lab.dispose();
    await expect(lab.read_npy(file)).rejects.toMatchObject({ code: 'disposed' });
  });
});
