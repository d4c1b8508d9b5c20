/**
 * Reads the malformed and valid files of the C++ test suite through the package, as bytes and as
 * Blobs, in every variant.
 */
import { describe, expect, it } from 'vitest';
import { FfnError } from 'ffn-lab';
import type { CheckpointSource, Lab, Tensor } from 'ffn-lab';
import { read_corpus } from './corpus.js';
import { malformed_csv, valid_csv } from './csv_corpus.js';
import type { CorpusFile } from './corpus.js';
import { recorded } from './checkpoint_files.js';
import { load_each } from './variants.js';

type Read = (lab: Lab, source: CheckpointSource, tensor: string) => Promise<Tensor | undefined>;

const readers = {
  safetensors: async (lab, source, tensor) => {
    using checkpoint = await lab.open_checkpoint(source);
    return checkpoint.tensors.some(({ name }) => name === tensor)
      ? await checkpoint.tensor(tensor)
      : undefined;
  },
  npy: (lab, source) => lab.read_npy(source),
} satisfies Record<string, Read>;

/** Returns the reason for which a file is rejected, or its content. */
async function outcome_of(
  read: Read,
  lab: Lab,
  { tensor, name }: CorpusFile,
  source: CheckpointSource,
): Promise<string | Tensor | undefined> {
  try {
    return await read(lab, source, tensor);
  } catch (error) {
    if (!(error instanceof FfnError)) throw error;
    expect(error.message, name).toBe(
      `${error.argument} is ${error.value}; expected ${error.expected}`,
    );
    return error.reason ?? error.code;
  }
}

function refusal_of(work: () => unknown): FfnError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof FfnError) return error;
    throw error;
  }
}

/** Returns the bits of the values, which distinguish 0 and −0. */
const bits_of = (values: Float32Array) =>
  Array.from(new Uint32Array(values.buffer, values.byteOffset, values.length));

describe.each(await load_each())('corpus, variant %s', (_variant, lab) => {
  describe.each(Object.keys(readers) as (keyof typeof readers)[])('%s', (format) => {
    const read: Read = readers[format];
    const files = read_corpus(format);
    const refused = files.filter(({ expected }) => expected !== 'valid' && expected !== 'either');
    const valid = files.filter(({ expected }) => expected === 'valid');

    it('is rejected for the same reasons as in C++, from bytes and from a Blob, without leaking memory', async () => {
      expect(refused.length).toBeGreaterThanOrEqual(120);
      let heap = 0;
      for (const round of ['first', 'bytes', 'blob']) {
        for (const file of refused) {
          const source = round === 'blob' ? recorded(new Blob([file.bytes])) : file.bytes;
          expect([file.name, await outcome_of(read, lab, file, source)]).toEqual([
            file.name,
            file.expected,
          ]);
          if ('reads' in source)
            expect(
              Math.max(0, ...source.reads.map(([, end]) => end)),
              file.name,
            ).toBeLessThanOrEqual(file.bytes.length);
        }
        if (round === 'first') heap = lab.info().heap_bytes;
      }
      expect(lab.info().heap_bytes).toBe(heap);
    });

    it('is read exactly if it is valid', async () => {
      expect(valid.length).toBeGreaterThanOrEqual(20);
      for (const file of valid) {
        for (const source of [file.bytes, file.bytes.buffer, new Blob([file.bytes])]) {
          const { data, shape } = (await read(lab, source, file.tensor))!;
          expect([file.name, shape, bits_of(data)]).toEqual([
            file.name,
            file.shape,
            bits_of(file.values),
          ]);
        }
      }
    });

    it('is read or rejected with a reason where readers differ', async () => {
      for (const file of files.filter(({ expected }) => expected === 'either')) {
        expect(await outcome_of(read, lab, file, file.bytes), file.name).not.toBe('internal');
      }
    });
  });

  it('of CSV is rejected with line, column and value, or read exactly', () => {
    expect(malformed_csv.length).toBeGreaterThanOrEqual(40);
    expect(valid_csv.length).toBeGreaterThanOrEqual(15);
    for (const [text, message] of [...malformed_csv, ...malformed_csv]) {
      const refusal = refusal_of(() => lab.dataset_from_csv(text));
      expect([text.slice(0, 40), refusal?.code, refusal?.message]).toEqual([
        text.slice(0, 40),
        'invalid_argument',
        message,
      ]);
    }
    for (const text of valid_csv) {
      const { inputs, targets } = lab.dataset_from_csv(text);
      expect([text.slice(0, 40), inputs, targets]).toEqual([
        text.slice(0, 40),
        { data: Float32Array.of(1.5, 0.25), shape: [2, 1] },
        { data: Float32Array.of(-2, 4), shape: [2, 1] },
      ]);
    }
  });

  it('of CSV preserves the bits of all finite numbers', () => {
    using rng = lab.RandomState(11);
    for (let round = 0; round < 50; ++round) {
      const { data } = rng.randn([64], { scale: 2 ** (5 * round - 130) });
      const text = Array.from(
        { length: 32 },
        (_, row) => `${data[2 * row]};${data[2 * row + 1]}`,
      ).join('\n');
      const { inputs, targets } = lab.dataset_from_csv(text);
      expect(bits_of(inputs.data)).toEqual(bits_of(data.filter((_, i) => i % 2 === 0)));
      expect(bits_of(targets!.data)).toEqual(bits_of(data.filter((_, i) => i % 2 === 1)));
    }
  });
});
