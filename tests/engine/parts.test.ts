import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { load } from 'ffn-lab';
import type { Part } from 'ffn-lab';
import { runnable_variants } from './variants.js';

const wasm = (file: string) => new URL(`../../web/engine/dist/wasm/ffn-lab.${file}.wasm`, import.meta.url);
const x = { data: new Float32Array([1, -2, 3, 0.5]), shape: [4] };

describe.each(runnable_variants)('parts of variant %s', (variant) => {
  it('computes with the core alone, and names the missing part for other functions', async () => {
    using lab = await load({ variant, parts: [] });
    using whole = await load({ variant });
    expect(lab.info().parts).toEqual([]);
    expect(whole.info().parts).toEqual(['models', 'experiments']);
    for (const gated of [false, true]) {
      const options = { d_model: 4, gated, dropout: 0.25, init: 'xavier_normal', seed: 7 } as const;
      using a = lab.FeedForward(options);
      using b = whole.FeedForward(options);
      expect(a.forward(x)).toEqual(b.forward(x));
      expect(a.trace(x)).toEqual(b.trace(x));
      expect(a.backward(x)).toEqual(b.backward(x));
      a.load_state_dict(b.state_dict());
      expect(a.weights()).toEqual(b.weights());
      expect(a.toString()).toBe(b.toString());
      expect(() => a.gradient_check(x)).toThrow(expect.objectContaining({ code: 'not_loaded' }));
    }
    expect(lab.activation('gelu', [0.5])).toEqual(whole.activation('gelu', [0.5]));
    expect(() => lab.activation('relu6' as never, [1])).toThrow(/activation is "relu6"; expected "relu"/);
    expect(() => lab.softmax(x)).toThrow(
      "softmax is in a part that is not loaded; await lab.load_part('models') or lab.load_part('experiments') first",
    );
    expect(() => lab.LayerNorm({ features: 4 })).toThrow(expect.objectContaining({ code: 'not_loaded' }));
    expect(() => lab.dataset({ kind: 'spiral', n: 4 })).toThrow(expect.objectContaining({ code: 'not_loaded' }));
  });

  it.each([['models', 'experiments'] as const, ['experiments', 'models'] as const])('adds %s, then %s', async (first, second) => {
    using lab = await load({ variant, parts: [] });
    using ffn = lab.FeedForward({ d_model: 4 });
    const before = ffn.forward(x);
    const models = () => {
      expect(lab.softmax(x).shape).toEqual([4]);
      using block = lab.TransformerBlock({ d_model: 4, n_heads: 2 });
      expect(block.forward({ data: new Float32Array(8), shape: [2, 4] }).shape).toEqual([2, 4]);
    };
    const experiments = () => {
      expect(ffn.gradient_check(x).length).toBe(5);
      using run = lab.TrainingRun({ dataset: lab.dataset({ kind: 'spiral', n: 8 }), d_model: 4 });
      expect(run.step(2)).toBe(2);
      expect(lab.summarize(x).count).toBe(4);
    };
    const use = { models, experiments };
    await lab.load_part(first);
    await lab.load_part(first);
    expect(lab.info().parts).toEqual([first]);
    use[first]();
    expect(use[second]).toThrow(`await lab.load_part('${second}') first`);
    await Promise.all([lab.load_part(second), lab.load_part(second)]);
    use[second]();
    expect(ffn.forward(x)).toEqual(before);
  });
});

describe('load_part', () => {
  it('rejects unknown parts and a disposed lab', async () => {
    const lab = await load({ parts: [] });
    await expect(load({ parts: ['core' as Part] })).rejects.toMatchObject({ code: 'invalid_type' });
    await expect(lab.load_part('model' as Part)).rejects.toThrow('part is "model"; expected "models" or "experiments"');
    lab.dispose();
    await expect(lab.load_part('models')).rejects.toMatchObject({ code: 'disposed' });
  });

  it('loads parts from addresses and compiled modules, and rejects those of another build', async () => {
    const models = await WebAssembly.compile(readFileSync(wasm('scalar.models')));
    const experiments = wasm('scalar.experiments');
    using lab = await load({ variant: 'scalar', part_modules: { models }, part_urls: { experiments } });
    expect(lab.info().parts).toEqual(['models', 'experiments']);
    const other_variant = { models: await WebAssembly.compile(readFileSync(wasm('simd.models'))) };
    await expect(load({ variant: 'scalar', part_modules: other_variant })).rejects.toThrow(
      'models and the core of the WebAssembly module come from',
    );
  });

  it('can be tried again after a failure', async () => {
    const missing = { models: new URL('no-such-file.wasm', wasm('scalar')) };
    await expect(load({ parts: ['models'], part_urls: missing })).rejects.toMatchObject({ code: 'load_failed' });
    using lab = await load({ variant: 'scalar', parts: [] });
    const instantiate = vi.spyOn(WebAssembly, 'instantiate').mockRejectedValueOnce(new Error('no memory left'));
    await expect(lab.load_part('models')).rejects.toThrow(
      'the part models of the WebAssembly module does not start: Error: no memory left',
    );
    instantiate.mockRestore();
    await lab.load_part('models');
    expect(lab.info().parts).toEqual(['models']);
  });
});
