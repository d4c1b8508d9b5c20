import { describe, expect, it } from 'vitest';
import { load_each } from './variants.js';

describe.each(await load_each())('state_dict, variant %s', (_variant, lab) => {
  it("uses PyTorch's names of a module and of a Sequential", () => {
    using ffn = lab.FeedForward({ d_model: 4, seed: 1 });
    const { w1, b1, w2, b2 } = ffn.weights();
    expect(ffn.state_dict()).toEqual({
      'linear1.weight': w1,
      'linear1.bias': b1,
      'linear2.weight': w2,
      'linear2.bias': b2,
    });
    expect(ffn.state_dict('sequential')).toEqual({
      'net.0.weight': w1,
      'net.0.bias': b1,
      'net.3.weight': w2,
      'net.3.bias': b2,
    });
    using gpt2 = lab.FeedForward({ d_model: 4, bias: false, dropout_placement: 'output' });
    expect(Object.keys(gpt2.state_dict('sequential'))).toEqual(['net.0.weight', 'net.2.weight']);
    using gated = lab.FeedForward({ d_model: 4, bias: false, gated: true });
    expect(Object.keys(gated.state_dict())).toEqual([
      'linear1.weight',
      'gate.weight',
      'linear2.weight',
    ]);
    expect(() => gated.state_dict('sequential')).toThrow('network is gated');
  });

  it('loads either form', () => {
    using from = lab.FeedForward({ d_model: 4, seed: 1 });
    for (const form of ['module', 'sequential'] as const) {
      using to = lab.FeedForward({ d_model: 4, seed: 2 });
      to.load_state_dict(from.state_dict(form));
      expect(to.weights()).toEqual(from.weights());
    }
    using gated = lab.FeedForward({ d_model: 4, gated: true, seed: 1 });
    using to = lab.FeedForward({ d_model: 4, gated: true, seed: 2 });
    to.load_state_dict(gated.state_dict());
    expect(to.weights()).toEqual(gated.weights());
  });

  it('rejects missing and unexpected names and wrong shapes without loading anything', () => {
    using ffn = lab.FeedForward({ d_model: 4, seed: 1 });
    const before = ffn.weights();
    const dict = ffn.state_dict();
    const { 'linear2.bias': bias, ...without } = dict;
    const all = 'exactly linear1.weight, linear1.bias, linear2.weight, linear2.bias';
    expect(() => ffn.load_state_dict(without)).toThrow(
      `state_dict is without linear2.bias; expected ${all}`,
    );
    expect(() => ffn.load_state_dict({ ...dict, 'linear3.bias': bias as never })).toThrow(
      `state_dict is with linear3.bias; expected ${all}`,
    );
    expect(() => ffn.load_state_dict({})).toThrow(/^state_dict is without linear1\.weight, /);
    expect(() => ffn.load_state_dict(undefined as never)).toThrow(
      'state_dict is undefined; expected an object',
    );
    expect(() => ffn.load_state_dict({ ...dict, 'linear1.bias': 3 as never })).toThrow(
      'linear1.bias is 3; expected an object',
    );
    const wrong = { data: new Float32Array(3), shape: [3] };
    expect(() => ffn.load_state_dict({ ...dict, 'linear2.bias': wrong })).toThrow(
      'b2 is (3,); expected shape (4,)',
    );
    expect(() => ffn.state_dict('flat' as never)).toThrow(
      'form is "flat"; expected "module" or "sequential"',
    );
    expect(ffn.weights()).toEqual(before);
  });
});
