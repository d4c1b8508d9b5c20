import type { FeedForwardWeights, Tensor } from '../edge/types.js';

/** Inputs with targets (regression) or with labels (classification), from the package or from the caller. Every number must be finite. */
export interface Dataset {
  /** Inputs, (n, d_in). */
  readonly inputs: Tensor;
  /** Targets, (n, d_out); only for regression. */
  readonly targets?: Tensor;
  /** Labels, n integers from 0; only for classification. */
  readonly labels?: Int32Array | readonly number[];
  /** Names of the classes, in the order of the labels; default "0", "1", … up to the largest label. */
  readonly classes?: readonly string[];
  /** Names of the inputs, followed by those of the targets, if a CSV header contains them. */
  readonly columns?: readonly string[];
}

/**
 * Kind of a toy data set.
 *
 * Curves (d_in 1, d_out 1) at n evenly spaced points of [−2, 2]: `sine` sin(πx), `step` 0 then 1, `abs` |x|, `polynomial`.
 *
 * Points of two classes (d_in 2) in the square [−2, 2]²: `spiral` two arms of 1.75 turns, `circle` a disc of half the area, `xor`
 * coordinates of different signs.
 */
export type ToyDataKind = 'sine' | 'step' | 'abs' | 'polynomial' | 'spiral' | 'circle' | 'xor';

/** A loss averaged over a batch, and its gradient. */
export interface LossAndGradient {
  /** Mean loss, as PyTorch's `reduction="mean"`. */
  readonly loss: number;
  /** Gradient with respect to the prediction, of its shape. */
  readonly grad: Tensor;
}

/** `sgd` with optional momentum and weight decay, or `adamw`. */
export type OptimizerKind = 'sgd' | 'adamw';

/** Weights of an FFN with its embedding and output layer, in layout (out, in). */
export interface TrainableWeights extends FeedForwardWeights {
  /** Weight of the embedding, (d_model, d_in). */
  readonly w_in: Tensor;
  /** Bias of the embedding, (d_model). */
  readonly b_in?: Tensor;
  /** Weight of the output layer, (d_out, d_model). */
  readonly w_out: Tensor;
  /** Bias of the output layer, (d_out). */
  readonly b_out?: Tensor;
}

/** The first non-finite value of a step. */
export interface NonFinite {
  /**
   * Tensor of the value, in the order of computation: `embedded`, `pre_activation`, `gate`, `hidden`, `hidden_dropped`, `ffn_output`,
   * `residual`, `output`, `loss`, a gradient (`grad_b_out` … `grad_w_in`), an updated weight (`w_in` … `b_out`) or a moment of the
   * optimizer (`moment_w_in` …).
   */
  readonly tensor: string;
  /** Number of the failed step, from 1. */
  readonly step: number;
  /** Index of the element in row-major order. */
  readonly index: number;
  /** The value: NaN or an infinity. */
  readonly value: number;
}

/** Tensors of a pass of the whole data set, without dropout. */
export interface TrainingTrace {
  /** Output of the embedding, (n, d_model). */
  readonly embedded: Tensor;
  /** Input of the activation, (n, d_ff). */
  readonly pre_activation: Tensor;
  /** Output of the gate's layer, (n, d_ff); only in gated networks. */
  readonly gate?: Tensor;
  /** Hidden activations, (n, d_ff); an input of the analyses of hidden units. */
  readonly hidden: Tensor;
  /** Output of the FFN, (n, d_model). */
  readonly ffn_output: Tensor;
  /** embedded + ffn_output with the shortcut, otherwise ffn_output: (n, d_model). */
  readonly residual: Tensor;
  /** Predictions or logits, (n, d_out). */
  readonly output: Tensor;
}
