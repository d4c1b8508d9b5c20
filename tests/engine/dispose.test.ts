import { describe, expect, it } from 'vitest';
import type { FfnError } from 'ffn-lab';
import { load } from 'ffn-lab';
import { load_each } from './variants.js';

const x = { data: new Float32Array(4), shape: [4] };
const disposed = (message: string) =>
  expect.objectContaining({ code: 'disposed', message }) as FfnError;

describe.each(await load_each())('dispose, variant %s', (_variant, lab) => {
  it('frees the object once, may be repeated, and rejects later use', () => {
    const ffn = lab.FeedForward({ d_model: 4 });
    ffn.dispose();
    ffn.dispose();
    expect(() => ffn.forward(x)).toThrow(disposed('this FeedForward has been disposed'));
    expect(() => (ffn.activation = 'relu')).toThrow(disposed('this FeedForward has been disposed'));
    const rng = lab.RandomState();
    rng.dispose();
    expect(() => rng.randn([1])).toThrow(disposed('this RandomState has been disposed'));
  });

  it('does not leak memory over many objects', () => {
    const create_and_dispose = () => {
      using ffn = lab.FeedForward({ d_model: 64 });
      using rng = lab.RandomState(1);
      return ffn.trace(rng.randn([10, 64]));
    };
    for (let i = 0; i < 50; ++i) create_and_dispose();
    const heap = lab.info().heap_bytes;
    for (let i = 0; i < 2000; ++i) create_and_dispose();
    expect(lab.info().heap_bytes).toBe(heap);
  });
});

describe('dispose, the lab', () => {
  it('invalidates every object that it created', async () => {
    const lab = await load();
    const ffn = lab.FeedForward({ d_model: 4 });
    lab.dispose();
    lab.dispose();
    expect(() => lab.info()).toThrow(disposed('this lab has been disposed'));
    expect(() => ffn.forward(x)).toThrow(disposed('the lab of this FeedForward has been disposed'));
    expect(() => ffn.dispose()).not.toThrow();
  });
});
