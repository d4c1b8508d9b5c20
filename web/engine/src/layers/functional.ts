/** Functions of tensors, as in `torch.nn.functional`. */
import {
  call,
  expect_labels,
  expect_number,
  expect_numbers,
  expect_string,
  expect_tensor,
  expect_tensors,
  read_options,
} from '../edge/index.js';
import type {
  ActivationCurve,
  ActivationKind,
  ModuleInstance,
  Like,
  Tensor,
  TensorLike,
} from '../edge/index.js';
import { linear_options, read_layer } from './linear.js';
import type { LinearGradients, LinearOptions, LinearWeights } from './linear.js';
import { expect_generator, type RandomState } from './random_state.js';

/** Result of `lab.dropout`. */
export interface Dropped {
  /** x · mask, of the shape of x. */
  readonly output: Tensor;
  /** Mask of the shape of x: 0 for a dropped element, otherwise 1 / (1 − p). */
  readonly mask: Tensor;
}

/** Tensors of the three steps of `feed_forward_from_scratch`; leading dimensions as in x. */
export interface FromScratch {
  /** x·W1 + b1, (…, d_ff). */
  readonly h: Tensor;
  /** activation(h), (…, d_ff). */
  readonly h_activated: Tensor;
  /** h_activated·W2 + b2, (…, d_model). */
  readonly y: Tensor;
}

/** A loss averaged over a batch, and its gradient. */
export interface LossAndGradient {
  /** Mean loss, as PyTorch's `reduction="mean"`. */
  readonly loss: number;
  /** Gradient with respect to the prediction, of its shape. */
  readonly grad: Tensor;
}

/** Functions of tensors. A part of `Lab`. */
export class TensorFunctions {
  readonly #instance: ModuleInstance;

  /** @internal Use `load()`. */
  constructor(instance: ModuleInstance) {
    this.#instance = instance;
  }

  /**
   * Computes the network in three explicit steps, `h = x·W1 + b1`, `h_activated`, `y`, from weights
   * in layout (in, out).
   */
  readonly feed_forward_from_scratch = (
    x: TensorLike,
    w1: TensorLike,
    b1: TensorLike,
    w2: TensorLike,
    b2: TensorLike,
    activation: ActivationKind = 'gelu',
  ): FromScratch =>
    call(
      this.#instance.raw,
      'feed_forward_from_scratch',
      ...expect_tensors({ x, w1, b1, w2, b2 }),
      expect_string('activation', activation),
    );
  /**
   * Returns value and derivative of an activation at each point. Plain numbers are first rounded to
   * float32.
   */
  readonly activation = (
    kind: ActivationKind,
    x: Float32Array | readonly number[],
  ): ActivationCurve =>
    call(this.#instance.raw, 'activation', expect_string('kind', kind), expect_numbers('x', x));
  /** Returns random weights of a linear layer. */
  readonly linear_weights = (options: LinearOptions): LinearWeights =>
    call(this.#instance.raw, 'make_linear', read_options(options, linear_options));
  /** Returns x·weightᵀ + bias: x (…, in_features) → (…, out_features). */
  readonly linear = (x: TensorLike, layer: Like<LinearWeights>): Tensor =>
    call(this.#instance.raw, 'linear', expect_tensor('x', x), read_layer(layer));
  /**
   * Returns the gradients of sum(y · grad_y) with respect to x, weight and bias, for y = linear(x,
   * layer).
   */
  readonly linear_backward = (
    x: TensorLike,
    layer: Like<LinearWeights>,
    grad_y: TensorLike,
  ): LinearGradients =>
    call(
      this.#instance.raw,
      'linear_backward',
      expect_tensor('x', x),
      read_layer(layer),
      expect_tensor('grad_y', grad_y),
    );
  /**
   * Applies inverted dropout: multiplies each element by 1 / (1 − p) with probability 1 − p,
   * otherwise by 0. `rng` draws the mask.
   */
  readonly dropout = (x: TensorLike, p: number, rng: RandomState): Dropped =>
    call(
      this.#instance.raw,
      'dropout',
      expect_tensor('x', x),
      expect_number('p', p),
      expect_generator(this.#instance, 'rng', rng),
    );
  /** Returns x · mask: repeats a dropout, or propagates a gradient back through it. */
  readonly apply_dropout_mask = (x: TensorLike, mask: TensorLike): Tensor =>
    call(this.#instance.raw, 'apply_dropout_mask', ...expect_tensors({ x, mask }));
  /**
   * Returns a + b, element by element: a shortcut, or an embedding of tokens and positions.
   * @throws FfnError `invalid_argument` unless the shapes are equal
   */
  readonly add = (a: TensorLike, b: TensorLike): Tensor =>
    call(this.#instance.raw, 'add', ...expect_tensors({ a, b }));
  /**
   * Returns the product of a and b, element by element: a scale, or a gate.
   * @throws FfnError `invalid_argument` unless the shapes are equal
   */
  readonly multiply = (a: TensorLike, b: TensorLike): Tensor =>
    call(this.#instance.raw, 'multiply', ...expect_tensors({ a, b }));
  /**
   * Returns the softmax over the last axis. The output for −∞ is 0, a row of only −∞ gives zeros,
   * and no finite input gives NaN.
   */
  readonly softmax = (x: TensorLike): Tensor =>
    call(this.#instance.raw, 'softmax', expect_tensor('x', x));
  /** Returns the gradient of sum(y · grad_y) with respect to x, for y = softmax(x). */
  readonly softmax_backward = (y: TensorLike, grad_y: TensorLike): Tensor =>
    call(this.#instance.raw, 'softmax_backward', ...expect_tensors({ y, grad_y }));
  /**
   * Returns the mean of (prediction − target)² over all elements, as `nn.MSELoss`, and its
   * gradient.
   */
  readonly mse_loss = (prediction: TensorLike, target: TensorLike): LossAndGradient =>
    call(this.#instance.raw, 'mse_loss', ...expect_tensors({ prediction, target }));
  /**
   * Returns the mean cross-entropy of logits (…, classes) and one label per token, as
   * `nn.CrossEntropyLoss`, and its gradient.
   */
  readonly cross_entropy = (
    logits: TensorLike,
    labels: Int32Array | readonly number[],
  ): LossAndGradient =>
    call(
      this.#instance.raw,
      'cross_entropy',
      expect_tensor('logits', logits),
      expect_labels('labels', labels),
    );
}
