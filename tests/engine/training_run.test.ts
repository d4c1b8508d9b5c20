import { describe, expect, it } from 'vitest';
import type { Dataset, FfnError, TrainingRun, TrainingRunOptions, TrainingSizes } from 'ffn-lab';
import { largest_error, read_golden, tensor_of } from '../golden.js';
import { load_each } from './variants.js';

const refusal = (code: string, message: string) =>
  expect.objectContaining({ code, message }) as FfnError;
const wrong = (value: unknown) => value as never;
const names = ['w_in', 'b_in', 'w1', 'b1', 'w2', 'b2', 'w_out', 'b_out'] as const;

describe.each(await load_each())('training_run, variant %s', (_variant, lab) => {
  const xor = lab.dataset({ kind: 'xor', n: 40 });
  const small: TrainingSizes = {
    dataset: xor,
    d_model: 4,
    d_ff: 12,
    dropout: 0.25,
    batch_size: 16,
    seed: 3,
    snapshot_every: 4,
  };

  it("has PyTorch's parameters after twelve steps", () => {
    const golden = read_golden('training');
    const weights = Object.fromEntries(names.map((name) => [name, tensor_of(golden(name))]));
    const dataset: Dataset = { inputs: tensor_of(golden('x')), labels: golden('labels').values };
    const optimizers = {
      sgd_nesterov: {
        optimizer: 'sgd',
        lr: 0.02,
        momentum: 0.8,
        nesterov: true,
        weight_decay: 0.01,
      },
      adamw_decay: {
        optimizer: 'adamw',
        lr: 0.1,
        weight_decay: 0.2,
        beta1: 0.8,
        beta2: 0.95,
        eps: 1e-4,
      },
    } as const;
    for (const [kind, options] of Object.entries(optimizers)) {
      using run = lab.TrainingRun({ dataset, weights: wrong(weights), batch_size: 11, ...options });
      expect(run.step(12)).toBe(12);
      expect(
        largest_error(run.losses(), golden(`losses_${kind}_cross_entropy`).values),
      ).toBeLessThan(3e-6);
      const trained = run.weights();
      for (const name of names) {
        const expected = golden(`${name}_${kind}_cross_entropy`);
        expect(trained[name]?.shape, name).toEqual(expected.shape);
        const largest = Math.max(...expected.values.map(Math.abs));
        expect(largest_error(trained[name]?.data ?? [], expected.values), name).toBeLessThan(
          5e-6 * largest,
        );
      }
    }
  });

  it('learns the spiral, as loss and accuracy show', () => {
    using run = lab.TrainingRun({ dataset: lab.dataset({ kind: 'spiral' }), d_ff: 64, seed: 1 });
    expect([run.loss, run.d_in, run.d_model, run.d_ff, run.d_out, run.activation]).toEqual([
      'cross_entropy',
      2,
      8,
      64,
      2,
      'gelu',
    ]);
    expect(run.parameter_count).toBe(24 + 8 * 64 * 2 + 64 + 8 + 18);
    const before = run.data_loss();
    expect(run.step(3000)).toBe(3000);
    expect(run.data_accuracy()).toBeGreaterThan(0.95);
    expect(run.data_loss()).toBeLessThan(before / 4);
    expect(run.losses()).toHaveLength(3000);
    const surface = run.probabilities(lab.grid({ points: 10 }));
    expect(surface.shape).toEqual([100, 2]);
    for (let i = 0; i < 200; i += 2)
      expect((surface.data[i] ?? NaN) + (surface.data[i + 1] ?? NaN)).toBeCloseTo(1, 5);
  });

  it('accepts its own weights, and reverts a change by rewinding to an earlier step', () => {
    using run = lab.TrainingRun(small);
    run.step(10);
    const at_ten = run.weights();
    using other = lab.TrainingRun({ ...small, weights: at_ten });
    expect(other.weights()).toEqual(at_ten);
    run.step(5);
    run.set_weights(at_ten);
    run.set_lr(0.1);
    expect([run.lr, run.recorded_steps]).toEqual([0.1, 15]);
    run.step(5);
    run.rewind(14);
    expect([run.lr, run.recorded_steps]).toEqual([0.01, 15]);
    run.rewind(10);
    expect(run.weights()).toEqual(at_ten);
    expect(() => run.set_lr(NaN)).toThrow('lr is nan; expected a finite number of 0 or more');
    expect(() => run.set_weights({ ...at_ten, b1: wrong(undefined) })).toThrow(
      'weights is 7 tensors; expected 8, as the network has',
    );
  });

  it('trains twin runs on the same weights and batches', () => {
    const [gelu, relu] = lab.twin_runs(small, ['gelu', 'relu']) as [TrainingRun, TrainingRun];
    expect([gelu.activation, relu.activation]).toEqual(['gelu', 'relu']);
    expect(gelu.weights()).toEqual(relu.weights());
    for (let i = 0; i < 7; ++i) {
      expect(gelu.next_batch()).toEqual(relu.next_batch());
      expect(gelu.next_batch()).toHaveLength(i % 3 === 2 ? 8 : 16);
      gelu.step();
      relu.step();
    }
    expect(gelu.weights()).not.toEqual(relu.weights());
    gelu.dispose();
    relu.dispose();
    expect(lab.twin_runs(small, [])).toEqual([]);
    expect(() => lab.twin_runs(small, wrong('gelu'))).toThrow(
      'activations is "gelu"; expected an array of strings',
    );
    expect(() => lab.twin_runs(small, ['gelu', wrong('swish')])).toThrow(
      'activation is "swish"; expected "relu"',
    );
  });

  it('stops at the first non-finite value and continues after a rewind', () => {
    using run = lab.TrainingRun({ ...small, optimizer: 'sgd' });
    run.step(20);
    expect(run.non_finite).toBeUndefined();
    run.set_lr(1e18);
    const done = run.step(100);
    expect(done).toBeLessThan(100);
    const { tensor, step, index, value } = run.non_finite ?? {
      tensor: '',
      step: 0,
      index: -1,
      value: 0,
    };
    expect(tensor).toMatch(/^(grad_|moment_)?[a-z]\w+$/);
    expect([step, run.steps]).toEqual([21 + done, 20 + done]);
    expect(index).toBeGreaterThanOrEqual(0);
    expect(Number.isFinite(value)).toBe(false);
    expect(run.losses().every(Number.isFinite)).toBe(true);
    run.rewind(15);
    expect(run.non_finite).toBeUndefined();
    expect(run.step(50)).toBe(50);
  });

  it('traces the whole data set with the output of predict', () => {
    using run = lab.TrainingRun({ ...small, gated: true });
    run.step(3);
    const trace = run.trace_data();
    expect(Object.keys(trace)).toEqual([
      'embedded',
      'pre_activation',
      'gate',
      'hidden',
      'ffn_output',
      'residual',
      'output',
    ]);
    expect([trace.embedded.shape, trace.hidden.shape, trace.output.shape]).toEqual([
      [40, 4],
      [40, 12],
      [40, 2],
    ]);
    expect(run.predict(xor.inputs)).toEqual(trace.output);
    expect(run.predict({ data: xor.inputs.data, shape: [2, 20, 2] }).shape).toEqual([2, 20, 2]);
    expect(run.data_loss()).toBe(lab.cross_entropy(trace.output, xor.labels ?? []).loss);
    using curve = lab.TrainingRun({ dataset: lab.dataset({ kind: 'sine' }) });
    expect(curve.loss).toBe('mse');
    expect(curve.data_loss()).toBe(
      lab.mse_loss(curve.trace_data().output, lab.dataset({ kind: 'sine' }).targets ?? wrong(0))
        .loss,
    );
    expect(() => curve.data_accuracy()).toThrow(
      'dataset is one without labels; expected one with labels',
    );
  });

  it.each([xor, lab.dataset({ kind: 'sine', n: 40 })])(
    'returns the gradients of the loss over the whole data set (%#)',
    (dataset) => {
      using run = lab.TrainingRun({ ...small, dataset, shortcut: false, activation: 'silu' });
      run.step(3);
      const { w_in, b_in, w1, b1, w2, b2, w_out, b_out } = run.weights();
      if (!b_in || !b1 || !b2 || !b_out) throw new Error('biases are missing');
      // Without a shortcut the network is the feed-forward network between two linear layers.
      const { embedded, residual, output } = run.trace_data();
      const { grad } = dataset.targets
        ? lab.mse_loss(output, dataset.targets)
        : lab.cross_entropy(output, dataset.labels ?? []);
      const last = lab.linear_backward(residual, { weight: w_out, bias: b_out }, grad);
      using ffn = lab.FeedForward({ weights: { w1, b1, w2, b2 }, activation: 'silu' });
      ffn.trace(embedded);
      const { x: grad_embedded, ...inner } = ffn.backward(last.x);
      const first = lab.linear_backward(
        dataset.inputs,
        { weight: w_in, bias: b_in },
        grad_embedded,
      );
      expect(run.data_gradients()).toEqual({
        w_in: first.weight,
        b_in: first.bias,
        ...inner,
        w_out: last.weight,
        b_out: last.bias,
      });
    },
  );

  it('summarizes ten seeds with lab.summarize', () => {
    const finals = Array.from({ length: 10 }, (_, seed) => {
      using run = lab.TrainingRun({ dataset: lab.dataset({ kind: 'abs', n: 50 }), seed });
      run.step(100);
      return run.data_loss();
    });
    const { count, mean, standard_deviation, minimum, maximum } = lab.summarize({
      data: Float32Array.from(finals),
      shape: [10],
    });
    expect(count).toBe(10);
    expect(new Set(finals).size).toBe(10);
    expect(minimum).toBeLessThan(mean);
    expect(maximum).toBeGreaterThan(mean);
    expect(standard_deviation).toBeGreaterThan(0);
  });

  const inputs = { data: new Float32Array(4), shape: [2, 2] };
  it.each<[string, Partial<TrainingRunOptions>, string, string]>([
    [
      'no data',
      { dataset: wrong(undefined) },
      'invalid_type',
      'dataset is undefined; expected an object',
    ],
    [
      'inputs without targets',
      { dataset: { inputs } },
      'invalid_argument',
      'dataset is one without targets and labels; expected either targets or labels',
    ],
    [
      'a label too high',
      { dataset: { inputs, labels: [0, 2], classes: ['a', 'b'] } },
      'invalid_argument',
      'labels[1] is 2; expected a class from 0 to 1',
    ],
    [
      'a negative label',
      { dataset: { inputs, labels: [0, -1] } },
      'invalid_argument',
      'labels[1] is -1; expected a class from 0 to 0',
    ],
    [
      'labels of another type',
      { dataset: { inputs, labels: wrong(['a', 'b']) } },
      'invalid_type',
      'labels is an array of 2; expected an Int32Array or an array of numbers',
    ],
    [
      'a NaN in the data',
      {
        dataset: {
          inputs: { data: new Float32Array([1, 2, NaN, 4]), shape: [2, 2] },
          labels: [0, 1],
        },
      },
      'invalid_argument',
      'inputs[1, 0] is nan; expected a finite number',
    ],
    [
      'inputs in one dimension',
      { dataset: { inputs: { data: new Float32Array(2), shape: [2] }, labels: [0, 1] } },
      'invalid_argument',
      'inputs is a tensor of shape (2,); expected two dimensions',
    ],
    [
      'a negative lr',
      { lr: -1 },
      'invalid_argument',
      'lr is -1; expected a finite number of 0 or more',
    ],
    [
      'a momentum of 1',
      { optimizer: 'sgd', momentum: 1 },
      'invalid_argument',
      'momentum is 1; expected a number from 0 to below 1',
    ],
    [
      'an unknown optimizer',
      { optimizer: wrong('adam') },
      'invalid_argument',
      'optimizer is "adam"; expected "sgd" or "adamw"',
    ],
    [
      'a batch of nothing',
      { batch_size: 0 },
      'invalid_argument',
      'batch_size is 0; expected an integer from 1 to 16777216',
    ],
    [
      'a batch beyond the data',
      { batch_size: 41 },
      'invalid_argument',
      'batch_size is 41; expected 1 to 40, the size of the data set',
    ],
    [
      'empty weights',
      { weights: wrong({}) },
      'invalid_argument',
      'w_in is undefined; expected a tensor',
    ],
    [
      'unknown weights',
      { weights: wrong({ w_embed: undefined }) },
      'invalid_argument',
      'weights is an object with w_embed; expected only w_in, b_in, w1, b1, w_gate, b_gate, w2, b2, w_out, b_out',
    ],
    [
      'a text for a truth value',
      { shortcut: wrong('no') },
      'invalid_type',
      'shortcut is "no"; expected true or false',
    ],
    [
      'an unknown activation',
      { activation: wrong('swish') },
      'invalid_argument',
      'activation is "swish"; expected "relu", "gelu", "gelu_tanh", "gelu_sigmoid", "silu" or "identity"',
    ],
  ])('rejects %s', (_what, change, code, message) => {
    expect(() => lab.TrainingRun({ ...small, ...change })).toThrow(refusal(code, message));
  });

  it('rejects use after dispose', () => {
    const run = lab.TrainingRun(small);
    run.dispose();
    run.dispose();
    expect(() => run.step()).toThrow(refusal('disposed', 'this TrainingRun has been disposed'));
    expect(() => run.non_finite).toThrow(refusal('disposed', 'this TrainingRun has been disposed'));
  });

  it('does not leak memory over many runs', () => {
    const create_and_dispose = () => {
      using run = lab.TrainingRun(small);
      run.step(20);
      run.rewind(3);
      return [run.trace_data(), run.predict(xor.inputs), run.losses()];
    };
    for (let i = 0; i < 20; ++i) create_and_dispose();
    const heap = lab.info().heap_bytes;
    for (let i = 0; i < 500; ++i) create_and_dispose();
    expect(lab.info().heap_bytes).toBe(heap);
  });
});
