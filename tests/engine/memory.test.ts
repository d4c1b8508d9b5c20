/** Limits of the WebAssembly memory, and errors when it cannot grow. */
import { describe, expect, it, vi } from 'vitest';
import type { FeedForward, Lab, LoadOptions } from 'ffn-lab';
import { FfnError, load } from 'ffn-lab';
import { raw_of, with_free_bytes } from './fill_memory.js';
import { file_of } from './checkpoint_files.js';
import { repeatable, text_of, use_once } from './uses.js';
import type { Member } from './uses.js';
import { runnable_variants } from './variants.js';

const MiB = 2 ** 20;
const page = 65_536;
const x = { data: Float32Array.of(1, -2, 3, 0.5), shape: [4] };

async function answer_of(options: LoadOptions): Promise<unknown> {
  using lab = await load(options);
  using ffn = lab.FeedForward({ d_model: 4, seed: 7 });
  return ffn.forward(x);
}

describe('memory_limit', () => {
  it('defaults to 1 GiB, is rounded to whole pages and reported by the lab', async () => {
    const limit_of = async (options: LoadOptions) => (await load(options)).info().memory_limit;
    expect(await limit_of({})).toBe(2 ** 30);
    expect(await limit_of({ memory_limit: 64 * MiB })).toBe(64 * MiB);
    expect(await limit_of({ memory_limit: 64 * MiB + page - 1 })).toBe(64 * MiB);
    expect(await limit_of({ memory_limit: 4 * MiB })).toBe(4 * MiB);
    expect(await limit_of({ memory_limit: 2 ** 32 - page })).toBe(2 ** 32 - page);
  });

  it.each([
    NaN,
    Infinity,
    -1,
    0,
    4 * MiB - 1,
    64 * MiB + 0.5,
    2 ** 32,
    2 ** 32 - page + 1,
    2 ** 53,
  ])('rejects %d', async (memory_limit) => {
    const message = `memory_limit is ${memory_limit}; expected a whole number of bytes from 4194304 to 4294901760`;
    await expect(load({ memory_limit })).rejects.toMatchObject({
      code: 'invalid_argument',
      message,
    });
  });

  it.each(['1GB', null, 64n])('rejects %o', async (memory_limit) => {
    await expect(load({ memory_limit: memory_limit as never })).rejects.toMatchObject({
      code: 'invalid_type',
      argument: 'memory_limit',
    });
  });

  it('reports that the machine cannot allocate the memory', async () => {
    const memory = vi.spyOn(WebAssembly, 'Memory').mockImplementation(function () {
      throw new RangeError('could not allocate memory');
    });
    try {
      await expect(load()).rejects.toMatchObject({ code: 'out_of_memory' });
    } finally {
      memory.mockRestore();
    }
  });

  it.each(runnable_variants)(
    'of 4 and 64 MiB can be used completely, variant %s',
    async (variant) => {
      const expected = await answer_of({ variant });
      for (const limit of [4 * MiB, 64 * MiB]) {
        using lab = await load({ variant, memory_limit: limit });
        const sizes = { d_model: 16, d_ff: limit / 64 }; // two matrices of the limit each
        expect(() => lab.FeedForward(sizes)).toThrow(
          expect.objectContaining({ code: 'out_of_memory' }),
        );
        using ffn = lab.FeedForward({ d_model: 4, seed: 7 });
        expect(ffn.forward(x)).toEqual(expected);
        const pieces: number[] = [];
        for (let address = -1; address !== 0; pieces.push(address))
          address = raw_of(lab).allocate(page / 8);
        expect(lab.info().heap_bytes).toBe(limit);
        for (const address of pieces) raw_of(lab).release(address);
      }
    },
  );

  it('applies to the texts of a file', async () => {
    using lab = await load({ memory_limit: 4 * MiB });
    const file = (characters: number) =>
      file_of({ __metadata__: { text: 'x'.repeat(characters) } });
    for (let characters = 2 * MiB; characters > 2 ** 18; characters -= 2 ** 17) {
      const opening = lab.open_checkpoint(file(characters));
      if (characters > 1.5 * MiB)
        await expect(opening).rejects.toMatchObject({ code: 'out_of_memory' });
      else
        await opening
          .then((checkpoint) => checkpoint.dispose())
          .catch((error: FfnError) => expect(error.code).toBe('out_of_memory'));
    }
    using checkpoint = await lab.open_checkpoint(file(1000));
    expect(checkpoint.metadata).toEqual({ text: 'x'.repeat(1000) });
  });

  it('applies to the workers of a pool', async () => {
    const inputs = { data: new Float32Array(64 * 40_000).fill(0.5), shape: [40_000, 64] }; // with the output 19.5 MiB, in one piece
    const run = async (memory_limit: number) => {
      using lab = await load({ memory_limit });
      using ffn = lab.FeedForward({ d_model: 64, d_ff: 64 });
      using pool = await lab.pool({ workers: 1 });
      const output = await pool.forward(ffn, inputs, { split: 'tokens' });
      return { output, heap_bytes: pool.info().heap_bytes };
    };
    await expect(run(10 * MiB)).rejects.toMatchObject({ code: 'out_of_memory' });
    const { output, heap_bytes } = await run(64 * MiB);
    expect(output.shape).toEqual([40_000, 64]);
    expect(heap_bytes).toBeGreaterThan(19 * MiB);
  });
});

// The limit of ceiling.ts excludes such addresses.
describe.skipIf(process.env.FFN_MEMORY_MIB !== undefined).each(runnable_variants)(
  'above 2 GiB, variant %s',
  (variant) => {
    it('addresses are not treated as negative numbers', async () => {
      using low = await load({ variant });
      using lab = await load({ variant, memory_limit: 2 ** 32 - page });
      const gigabyte = 2 ** 28;
      const addresses = [raw_of(lab).allocate(gigabyte), raw_of(lab).allocate(gigabyte - page)];
      expect(addresses[1]).toBeGreaterThan(2 ** 30);
      await with_free_bytes(lab, 0, true, async () => {
        const beyond = raw_of(lab).allocate(gigabyte / 16);
        expect(beyond).toBeGreaterThan(2 ** 31);
        raw_of(lab).release(beyond);
        for (const member of repeatable) {
          if (depends_on_lab.test(member.name)) continue;
          const numbers = text_of(await use_once(member, lab));
          expect(numbers, member.name).toBe(text_of(await use_once(member, low)));
        }
      });
    });
  },
);

/** These report the state of the lab. */
const depends_on_lab = /^Lab.info$/;

describe.each(runnable_variants)('without memory, variant %s', (variant) => {
  const lab_of = load({ variant });
  const members = repeatable.filter(({ name }) => !depends_on_lab.test(name));

  /** Uses a member while each call has this many bytes; returns how many of them failed. */
  async function use_with(
    lab: Lab,
    bytes: number,
    grows: boolean,
    member: Member,
    numbers: string,
  ) {
    let failures = 0;
    const results = await use_once(member, lab, (work) =>
      with_free_bytes(lab, bytes, grows, work).catch((error: unknown) => {
        if (!(error instanceof FfnError)) throw error;
        expect([bytes, error.code, grows]).toEqual([bytes, 'out_of_memory', false]);
        failures++;
      }),
    );
    if (failures === 0) expect(text_of(results)).toBe(numbers);
    return failures;
  }

  it.each(members)(
    '$name fails with out_of_memory if there is too little, and is correct afterwards',
    async (member) => {
      const lab = await lab_of;
      const numbers = text_of(await use_once(member, lab));
      let failures = 1;
      for (let bytes = 16; failures > 0; bytes += 16 + 4 * Math.floor(bytes / 16)) {
        failures = await use_with(lab, bytes, false, member, numbers);
        expect(text_of(await use_once(member, lab))).toBe(numbers);
        expect(bytes).toBeLessThan(2 ** 19);
      }
    },
  );

  it('a network that exists can run its first pass, and its first pass after a change', async () => {
    using lab: Lab = await load({ variant });
    const make = (seed: number) => lab.FeedForward({ d_model: 64, d_ff: 512, bias: true, seed });
    const x = { data: new Float32Array(64).fill(0.25), shape: [1, 64] };
    using first = make(1);
    using second = make(2);
    const expected = { before: text_of(first.forward(x)), after: text_of(second.forward(x)) };
    const weights = second.weights();
    const of_weights = 2 * 64 * 512 * 4;
    const for_a_pass = 8192;
    const outcomes = { made: 0, refused: 0, changed: 0, kept: 0 };
    for (let room = of_weights / 2; room < 3 * of_weights; room += of_weights / 8) {
      let ffn: FeedForward;
      try {
        ffn = await with_free_bytes(lab, room, false, () => make(1));
      } catch (error) {
        expect(error).toMatchObject({ code: 'out_of_memory' });
        outcomes.refused++;
        continue;
      }
      outcomes.made++;
      expect(text_of(await with_free_bytes(lab, for_a_pass, false, () => ffn.forward(x)))).toBe(
        expected.before,
      );
      let now = expected.after;
      try {
        await with_free_bytes(lab, room - 1.5 * of_weights, false, () => ffn.set_weights(weights));
        outcomes.changed++;
      } catch (error) {
        expect(error).toMatchObject({ code: 'out_of_memory' });
        now = expected.before;
        outcomes.kept++;
      }
      expect(text_of(await with_free_bytes(lab, for_a_pass, false, () => ffn.forward(x)))).toBe(
        now,
      );
      ffn.dispose();
    }
    for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(1);
  });

  // Each growth is by a fifth, so a new lab replaces a large one.
  let growing = load({ variant });
  const grown = async () => {
    const lab = await growing;
    if (lab.info().heap_bytes < 64 * MiB) return lab;
    lab.dispose();
    return await (growing = load({ variant }));
  };

  it.each(members)('$name is correct when the memory grows during the call', async (member) => {
    const lab = await grown();
    const numbers = text_of(await use_once(member, lab));
    for (const bytes of [0, 256, 1024, 4096]) await use_with(lab, bytes, true, member, numbers);
  });
});
