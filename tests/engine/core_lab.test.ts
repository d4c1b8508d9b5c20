/**
 * The entry point `ffn-lab/core`: the same results as the package's from a module that contains no
 * more than it needs.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as whole_api from 'ffn-lab';
import * as api from 'ffn-lab/core';
import { runnable_variants } from './variants.js';

const file = (name: string) =>
  new URL(`../../web/engine/dist/wasm/${name}.scalar.wasm`, import.meta.url);
const x = { data: new Float32Array([1, -2, 3, 0.5]), shape: [4] };

/** Names of the methods and properties of an object, without those of Object. */
function members_of(object: object): (string | symbol)[] {
  const found = new Set<string | symbol>();
  for (
    let level = object;
    level !== Object.prototype;
    level = Object.getPrototypeOf(level) as object
  )
    for (const name of Reflect.ownKeys(level)) found.add(name);
  return [...found];
}

describe.each(runnable_variants)('ffn-lab/core, variant %s', (variant) => {
  it('computes the same bits as the package', async () => {
    using lab = await api.load({ variant });
    using whole = await whole_api.load({ variant });
    expect(lab).toBeInstanceOf(api.CoreLab);
    expect(lab.info().variant).toBe(variant);
    expect(lab.info().build).not.toBe(whole.info().build);
    for (const gated of [false, true]) {
      const options = { d_model: 4, gated, dropout: 0.25, init: 'xavier_normal', seed: 7 } as const;
      using a = lab.FeedForward(options);
      using b = whole.FeedForward(options);
      expect(a.forward(x)).toEqual(b.forward(x));
      expect(a.trace(x)).toEqual(b.trace(x));
      expect(a.backward(x)).toEqual(b.backward(x));
      expect(a.gradient_check(x)).toEqual(b.gradient_check(x));
      a.load_state_dict(b.state_dict());
      expect(a.weights()).toEqual(b.weights());
      expect(a.toString()).toBe(b.toString());
      if (!gated)
        expect(a.layers.map(({ kind }) => kind)).toEqual(b.layers.map(({ kind }) => kind));
    }
    expect(lab.activation('gelu', [0.5])).toEqual(whole.activation('gelu', [0.5]));
    expect(lab.RandomState(3).randn([5])).toEqual(whole.RandomState(3).randn([5]));
    lab.backend = 'eigen';
    expect([lab.backend, whole.backend]).toEqual(['eigen', 'tiles']);
  });

  it('binds every function that its classes call', async () => {
    using lab = await api.load({ variant });
    using ffn = lab.FeedForward({ d_model: 4 });
    const called = members_of(api.FeedForward.prototype).filter(
      (name) => name !== 'dispose' && name !== Symbol.dispose,
    );
    for (const name of called) {
      try {
        const member = Reflect.get(ffn, name) as unknown;
        if (typeof member === 'function' && name !== 'constructor')
          Reflect.apply(member, ffn, [x, x, x]);
      } catch (error) {
        expect([name, error]).toEqual([name, expect.any(api.FfnError)]);
        expect([name, (error as api.FfnError).code]).not.toEqual([name, 'internal']);
      }
    }
  });
});

describe('ffn-lab/core', () => {
  it("has a lab with the first methods of the package's, which can be destructured", async () => {
    using lab = await api.load();
    using whole = await whole_api.load();
    expect(members_of(whole)).toEqual(expect.arrayContaining(members_of(lab)));
    expect(members_of(lab).length).toBeLessThan(members_of(whole).length / 3);
    const { FeedForward } = lab;
    expect(FeedForward({ d_model: 4 }).forward(x).shape).toEqual([4]);
    expect(Object.isFrozen(lab)).toBe(true);
    expect(Object.keys(lab)).toEqual([]);
    expect(() => Reflect.construct(api.CoreLab, []) as unknown).toThrow(
      'new Lab(…) is not possible; call load()',
    );
  });

  it('rejects the module of the package, and the package rejects its module', async () => {
    const of_core = await WebAssembly.compile(readFileSync(file('ffn-lab-core')));
    const of_package = await WebAssembly.compile(readFileSync(file('ffn-lab')));
    const different = 'come from different builds';
    await expect(api.load({ variant: 'scalar', wasm_module: of_package })).rejects.toThrow(
      different,
    );
    await expect(whole_api.load({ variant: 'scalar', wasm_module: of_core })).rejects.toThrow(
      different,
    );
    using lab = await api.load({
      variant: 'scalar',
      wasm_url: file('ffn-lab-core'),
      memory_limit: 2 ** 24,
    });
    expect(lab.info().memory_limit).toBe(2 ** 24);
  });

  it('rejects objects of another lab and use after disposal', async () => {
    const lab = await api.load();
    using other = await api.load();
    const ffn = lab.FeedForward({ d_model: 4 });
    expect(() => ffn.forward(x, { dropout_rng: other.RandomState(1) })).toThrow(
      'expected a RandomState of the same lab',
    );
    lab.dispose();
    expect(() => ffn.forward(x)).toThrow(expect.objectContaining({ code: 'disposed' }));
    expect(() => lab.info()).toThrow(expect.objectContaining({ code: 'disposed' }));
  });
});
