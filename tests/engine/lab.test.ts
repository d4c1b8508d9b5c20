/**
 * The objects of a lab as users handle them: destructured methods, `new`, proxies, assignments, and
 * nothing internal in reach.
 */
import { describe, expect, it } from 'vitest';
import * as api from 'ffn-lab';
import { Given, kinds } from './uses.js';

const lab = await api.load();
const ffn = lab.FeedForward({ d_model: 4, seed: 1 });
const x = lab.RandomState(2).randn([3, 4]);

function error_of(work: () => unknown): api.FfnError {
  try {
    work();
  } catch (error) {
    if (error instanceof api.FfnError) return error;
    throw error;
  }
  throw new Error('did not throw');
}

const made = await Promise.all(
  kinds
    .filter(({ name }) => name !== 'load')
    .map(async ({ name, make }) => [name, await make(new Given(lab))] as const),
);

describe('methods of a lab', () => {
  it('can be destructured', () => {
    const { FeedForward, RandomState, softmax, info } = lab;
    using network = FeedForward({ d_model: 4, seed: 1 });
    using rng = RandomState(2);
    expect(network.forward(rng.randn([3, 4]))).toEqual(ffn.forward(x));
    expect(softmax(x)).toEqual(lab.softmax(x));
    expect(info()).toEqual(lab.info());
  });

  it('work through a proxy', () => {
    expect(new Proxy(lab, {}).softmax(x)).toEqual(lab.softmax(x));
  });
});

describe('new', () => {
  const instead: Record<string, string> = {
    Lab: 'load()',
    Pool: 'lab.pool(options)',
    LinearLayer: 'ffn.layers',
    Network: 'lab.FeedForward(…)',
  };
  const classes = Object.entries(api).filter(
    ([name, value]) => typeof value === 'function' && !['load', 'FfnError'].includes(name),
  );

  it.each(classes)('%s: the error names the method to call', (name, type) => {
    const construct = (...given: unknown[]) =>
      error_of(() => Reflect.construct(type as new () => unknown, given));
    const method =
      name === 'Checkpoint' ? 'lab.open_checkpoint(source)' : (instead[name] ?? `lab.${name}(…)`);
    for (const error of [construct(), construct({ d_model: 4 }), construct(lab, {}, {})]) {
      expect(error.code).toBe('invalid_type');
      expect(error.message).toBe(`new ${name}(…) is not possible; call ${method}`);
    }
  });
});

describe('a proxy of a network', () => {
  const proxy = new Proxy(ffn, {});

  it('is rejected with the remedy', () => {
    const calls = [
      () => proxy.forward(x),
      () => proxy.trace(x),
      () => proxy.weights(),
      () => proxy.activation,
      () => proxy.layers,
    ];
    for (const call of calls) {
      expect(error_of(call)).toMatchObject({
        code: 'invalid_type',
        message: expect.stringContaining('markRaw') as string,
      });
    }
  });

  it('is rejected where a network is expected', () => {
    expect(error_of(() => lab.independence(proxy, x)).code).toBe('invalid_type');
  });

  it('is not made by Vue, which leaves objects that are not extensible as they are', () => {
    for (const [, object] of made) expect(Object.isExtensible(object)).toBe(false);
  });

  it('and a method without its object are told apart', () => {
    const { forward } = ffn; // eslint-disable-line @typescript-eslint/unbound-method -- the test calls it without its object
    expect(error_of(() => forward(x)).message).toMatch(/without its object/);
  });
});

describe('assignments', () => {
  it.each(made)('%s: to properties and to options throw', (_name, object) => {
    const writable = object as Record<string, unknown>;
    for (const name of ['d_model', 'dropout', 'parameter_count', 'workers'])
      expect(() => (writable[name] = 0.5)).toThrow(TypeError);
  });

  it('to the activation of a network work', () => {
    using network = lab.FeedForward({ d_model: 4 });
    network.activation = 'relu';
    expect(network.activation).toBe('relu');
  });
});

describe('objects of the module', () => {
  /** Values that are reachable from an object through properties, without calls of methods. */
  function reachable(object: object): unknown[] {
    const found: unknown[] = [];
    for (
      let level: object | null = object;
      level !== null && level !== Object.prototype;
      level = Object.getPrototypeOf(level) as object
    ) {
      for (const name of Reflect.ownKeys(level)) found.push(Reflect.get(object, name) as unknown);
    }
    return found;
  }

  it.each(made)('%s: are out of reach', (_name, object) => {
    const handles = reachable(object).filter(
      (value) => typeof (value as { delete?: unknown } | undefined)?.delete === 'function',
    );
    expect(handles).toEqual([]);
    for (const name of [
      'raw',
      'lab',
      'lifetime',
      'raw_module',
      'generator',
      'when_released',
      'open',
    ])
      expect(name in object).toBe(false);
  });
});

describe('sizes beside weights', () => {
  const norm = lab.LayerNorm({ features: 4 }).weights();
  const attention = lab.Attention({ d_model: 4, n_heads: 2 }).weights();
  const block = lab.TransformerBlock({ d_model: 4 }).weights();
  const stack = lab.BlockStack({ d_model: 4, n_layers: 2 }).weights();

  it('may repeat the sizes of the weights', () => {
    lab.FeedForward({ weights: ffn.weights(), d_model: 4, d_ff: 16 }).dispose();
  });

  it.each([
    [
      'FeedForward',
      () => lab.FeedForward({ weights: ffn.weights(), d_model: 9 }),
      'd_model is 9; expected 4, as in the weights',
    ],
    [
      'FeedForward',
      () => lab.FeedForward({ weights: ffn.weights(), d_ff: 9 }),
      'd_ff is 9; expected 16, as in the weights',
    ],
    [
      'LayerNorm',
      () => lab.LayerNorm({ weights: norm, features: 9 }),
      'features is 9; expected 4, as in the weights',
    ],
    [
      'Attention',
      () => lab.Attention({ n_heads: 2, weights: attention, d_model: 9 }),
      'd_model is 9; expected 4, as in the weights',
    ],
    [
      'TransformerBlock',
      () => lab.TransformerBlock({ weights: block, d_ff: 9 }),
      'd_ff is 9; expected 16, as in the weights',
    ],
    [
      'BlockStack',
      () => lab.BlockStack({ weights: stack, n_layers: 9 }),
      'n_layers is 9; expected 2, as in the weights',
    ],
  ])('%s: are rejected if they differ', (_name, make, message) => {
    expect(error_of(make)).toMatchObject({ code: 'invalid_argument', message });
  });
});
