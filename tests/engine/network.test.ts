/** Behaviour common to all networks: reading and writing weights, traces for backward, lifetime. */
import { describe, expect, it } from 'vitest';
import type { FfnError, Lab, Tensor } from 'ffn-lab';
import { load_each } from './variants.js';

type Weights = { readonly [name: string]: Tensor | Weights | readonly Weights[] };

/** The interface of all networks, with weights of any type. */
interface AnyNetwork {
  readonly parameter_count: number;
  forward(x: Tensor, options?: object): Tensor;
  trace(x: Tensor): { readonly output: Tensor };
  backward(grad_output: Tensor): Weights & { readonly x: Tensor };
  weights(): Weights;
  set_weights(weights: Weights): void;
  dispose(): void;
}

const block = { n_heads: 2, d_model: 6, d_ff: 8, init: 'gpt2' } as const;

/** Creates a network of each kind with random weights, and one with given weights. */
const kinds: Record<string, (lab: Lab, seed: number, weights?: Weights) => unknown> = {
  FeedForward: (lab, seed, weights) =>
    weights
      ? lab.FeedForward({ weights: weights as never })
      : lab.FeedForward({ d_model: 6, d_ff: 8, seed, gated: true }),
  LayerNorm: (lab, _seed, weights) =>
    weights ? lab.LayerNorm({ weights: weights as never }) : lab.LayerNorm({ features: 6 }),
  Attention: (lab, seed, weights) =>
    weights
      ? lab.Attention({ weights: weights as never, n_heads: 2 })
      : lab.Attention({ d_model: 6, n_heads: 2, seed, qkv_bias: false }),
  TransformerBlock: (lab, seed, weights) =>
    weights
      ? lab.TransformerBlock({ weights: weights as never, n_heads: 2 })
      : lab.TransformerBlock({ ...block, seed }),
  BlockStack: (lab, seed, weights) =>
    weights
      ? lab.BlockStack({ weights: weights as never, n_heads: 2 })
      : lab.BlockStack({ ...block, n_layers: 2, seed }),
};
const make = (kind: string, lab: Lab, seed: number, weights?: Weights) =>
  kinds[kind]?.(lab, seed, weights) as AnyNetwork;

const is_tensor = (item: object): item is Tensor => 'data' in item;

/** Returns all tensors in nested weights with their full names. */
function tensors_in(weights: object, path = ''): [string, Tensor][] {
  return Object.entries(weights).flatMap(([name, item]: [string, object]) =>
    is_tensor(item)
      ? [[`${path}${name}`, item] as [string, Tensor]]
      : tensors_in(item, `${path}${name}.`),
  );
}

/** Returns the same structure with every number changed. */
function changed(weights: Weights): Weights {
  const entries = Object.entries(weights).map(([name, item]) => {
    if (Array.isArray(item)) return [name, (item as Weights[]).map(changed)] as const;
    if (is_tensor(item))
      return [
        name,
        { data: item.data.map((value, index) => 0.5 * value - 0.01 * index), shape: item.shape },
      ] as const;
    return [name, changed(item as Weights)] as const;
  });
  return Object.fromEntries(entries) as Weights;
}

describe.each(await load_each())('network, variant %s', (_variant, lab) => {
  const x = (() => {
    using rng = lab.RandomState(1);
    return rng.randn([2, 4, 6]);
  })();
  it.each(Object.keys(kinds))(
    '%s: forward writes into a given array, which may be the input',
    (kind) => {
      const network = make(kind, lab, 3);
      const expected = network.forward(x);
      const output = new Float32Array(x.data.length);
      const result = network.forward(x, { output });
      expect(result.data).toBe(output);
      expect(result).toEqual(expected);
      const own = { data: x.data.slice(), shape: x.shape };
      expect(network.forward(own, { output: own.data }).data).toBe(own.data);
      expect(own).toEqual(expected);
      expect(() => network.forward(x, { output: new Float32Array(3) })).toThrow(
        'output is data of 3 elements; expected 48, as in x',
      );
      network.dispose();
    },
  );

  it.each(Object.keys(kinds))(
    '%s: disposal by a getter of the weights is reported as such',
    (kind) => {
      const network = make(kind, lab, 3);
      const weights = Object.fromEntries(
        Object.entries(network.weights()).map(([name, item]) => [
          name,
          { get: () => (network.dispose(), item), enumerable: true },
        ]),
      );
      const set_weights = () => network.set_weights(Object.defineProperties({}, weights));
      expect(set_weights).toThrow(expect.objectContaining({ code: 'disposed' }) as FfnError);
      expect(set_weights).toThrow(expect.objectContaining({ code: 'disposed' }) as FfnError);
    },
  );

  const missing = expect.objectContaining({
    code: 'invalid_argument',
    argument: 'trace',
  }) as FfnError;

  describe.each(Object.keys(kinds))('%s', (kind) => {
    it('gives the same bits in forward and trace; its weights reproduce the network', () => {
      const network = make(kind, lab, 3);
      network.set_weights(changed(network.weights()));
      const again = make(kind, lab, 0, network.weights());
      const output = network.forward(x);
      expect(output.shape).toEqual(x.shape);
      expect(network.trace(x).output).toEqual(output);
      expect(again.forward(x)).toEqual(output);
      expect(again.weights()).toEqual(network.weights());
      const total = tensors_in(network.weights()).reduce(
        (sum, [, tensor]) => sum + tensor.data.length,
        0,
      );
      expect(network.parameter_count).toBe(total);
      network.dispose();
      again.dispose();
    });

    it('returns a gradient for every weight and for x, of the same shape', () => {
      const network = make(kind, lab, 3);
      network.trace(x);
      const { x: grad_x, ...gradients } = network.backward(x);
      const shapes = (weights: object) =>
        tensors_in(weights).map(([name, tensor]) => [name, tensor.shape]);
      expect(shapes(gradients)).toEqual(shapes(network.weights()));
      expect(grad_x.shape).toEqual(x.shape);
      expect(() => network.backward({ data: x.data, shape: [8, 6] })).toThrow(
        'grad_output is a tensor of shape (8, 6); expected shape',
      );
      network.dispose();
    });

    it('writes some of the weights, which invalidates the trace', () => {
      const network = make(kind, lab, 3);
      expect(() => network.backward(x)).toThrow(missing);
      network.trace(x);
      network.set_weights({});
      expect(() => network.backward(x)).toThrow(missing);
      const before = network.weights();
      const [name, tensor] = tensors_in(before).at(-1) as [string, Tensor];
      const replaced = { data: tensor.data.map(() => 7), shape: tensor.shape };
      const parts = name.split('.');
      const nested = parts.reduceRight<unknown>((inner, part) => {
        if (!/^\d+$/.test(part)) return { [part]: inner };
        const list: unknown[] = []; // with holes for the parts before
        list[Number(part)] = inner;
        return list;
      }, replaced);
      network.set_weights(nested as Weights);
      for (const [at, now] of tensors_in(network.weights())) {
        expect(now, at).toEqual(
          at === name ? replaced : Object.fromEntries(tensors_in(before))[at],
        );
      }
      network.dispose();
    });

    it('writes nothing if one tensor is rejected', () => {
      const network = make(kind, lab, 3);
      network.trace(x);
      const before = network.weights();
      const first = Object.keys(before)[0] as string;
      const wrong = (item: unknown) =>
        network.set_weights({ ...changed(before), [first]: item } as Weights);
      const inner = tensors_in(before)[0] as [string, Tensor];
      expect(() => wrong({ no_such_name: inner[1] })).toThrow(/expected/);
      expect(() => wrong(3)).toThrow(expect.objectContaining({ code: 'invalid_type' }) as FfnError);
      expect(() => network.set_weights({ ...changed(before), w_typo: inner[1] })).toThrow(
        /weights is an object with w_typo; expected only /,
      );
      expect(() => network.set_weights(null as never)).toThrow(
        'weights is null; expected an object',
      );
      expect(network.weights()).toEqual(before);
      expect(() => network.backward(x)).not.toThrow(); // the trace is still valid
      network.dispose();
    });
  });
});
