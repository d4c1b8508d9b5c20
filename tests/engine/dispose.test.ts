import { describe, expect, it } from 'vitest';
import type { FfnError } from 'ffn-lab';
import { load } from 'ffn-lab';
import { load_each } from './variants.js';

const x = { data: new Float32Array(4), shape: [4] };
const disposed = (message: string) => expect.objectContaining({ code: 'disposed', message }) as FfnError;

describe.each(await load_each())('dispose, variant %s', (_variant, lab) => {
  it('frees once, may be repeated, and refuses use afterwards', () => {
    const ffn = lab.FeedForward({ d_model: 4 });
    ffn.dispose();
    ffn.dispose();
    expect(() => ffn.forward(x)).toThrow(disposed('this FeedForward has been disposed'));
    expect(() => (ffn.activation = 'relu')).toThrow(disposed('this FeedForward has been disposed'));
    const rng = lab.RandomState();
    rng.dispose();
    expect(() => rng.randn([1])).toThrow(disposed('this RandomState has been disposed'));
  });

  it('grows nothing over many lives', () => {
    const live = () => {
      using ffn = lab.FeedForward({ d_model: 64 });
      using rng = lab.RandomState(1);
      return ffn.trace(rng.randn([10, 64]));
    };
    for (let i = 0; i < 50; ++i) live();
    const heap = lab.info().heap_bytes;
    for (let i = 0; i < 2000; ++i) live();
    expect(lab.info().heap_bytes).toBe(heap);
  });
});

describe('dispose, the lab', () => {
  it('takes every object made from it along', async () => {
    const lab = await load();
    const ffn = lab.FeedForward({ d_model: 4 });
    lab.dispose();
    lab.dispose();
    expect(() => lab.info()).toThrow(disposed('this lab has been disposed'));
    expect(() => ffn.forward(x)).toThrow(disposed('the lab of this FeedForward has been disposed'));
    expect(() => ffn.dispose()).not.toThrow();
  });
});
