import { describe, expect, it } from 'vitest';
import type { TrainingRun, TrainingSizes } from 'ffn-lab';
import { load_each } from './variants.js';

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

  it('trains with the given sizes and options', () => {
    using run = lab.TrainingRun({ ...small, optimizer: 'sgd', momentum: 0.5, lr: 0.1 });
    expect([run.loss, run.d_in, run.d_model, run.d_ff, run.d_out, run.activation]).toEqual([
      'cross_entropy',
      2,
      4,
      12,
      2,
      'gelu',
    ]);
    expect(run.parameter_count).toBe(12 + 4 * 12 * 2 + 12 + 4 + 10);
    const before = run.data_loss();
    expect(run.step(300)).toBe(300);
    expect(run.data_loss()).toBeLessThan(before);
    expect(run.data_accuracy()).toBeGreaterThan(0.8);
    expect(run.losses()).toHaveLength(300);
    expect(Object.keys(run.weights())).toEqual(names);
    const surface = run.probabilities(lab.grid({ points: 10 }));
    expect(surface.shape).toEqual([100, 2]);
    expect((surface.data[0] ?? NaN) + (surface.data[1] ?? NaN)).toBeCloseTo(1, 5);
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

  it('trains only the feed-forward network with freeze_outer', () => {
    using run = lab.TrainingRun({
      ...small,
      dataset: lab.dataset({ kind: 'sine', n: 40 }),
      freeze_outer: true,
      weight_decay: 0.1,
    });
    const before = run.weights();
    run.step(3);
    const after = run.weights();
    for (const name of ['w_in', 'b_in', 'w_out', 'b_out'] as const)
      expect(after[name]).toEqual(before[name]);
    for (const name of ['w1', 'b1', 'w2', 'b2'] as const)
      expect(after[name]).not.toEqual(before[name]);
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
});
