import type { FeedForwardBehaviour, FeedForwardWeights, Initialization, Tensor } from './types.js';

/**
 * Inputs with targets (regression) or with labels (classification); plain values, which may as well be made by hand. Every
 * number must be finite.
 */
export interface Dataset {
  /** (n, d_in) */
  readonly inputs: Tensor;
  /** (n, d_out), in regression. */
  readonly targets?: Tensor;
  /** n whole numbers from 0, in classification. */
  readonly labels?: Int32Array | readonly number[];
  /** Names of the classes, in the order of the labels; left out: "0", "1", … up to the largest label. */
  readonly classes?: readonly string[];
  /** Names of the inputs, then of the targets, where a CSV header named them. */
  readonly columns?: readonly string[];
}

/**
 * Curves (d_in 1, d_out 1), at n evenly spaced points of [−2, 2]: `sine` sin(πx), `step` 0 then 1, `abs` |x|, `polynomial`.
 * Points of two classes (d_in 2), in the square [−2, 2]²: `spiral` two arms of 1.75 turns, `circle` a disc of half the area, `xor` signs that
 * differ.
 */
export type ToyDataKind = 'sine' | 'step' | 'abs' | 'polynomial' | 'spiral' | 'circle' | 'xor';

/** Which data set, and how large. */
export interface ToyDataOptions {
  /** Which one. */
  readonly kind: ToyDataKind;
  /** Number of examples; default 200. */
  readonly n?: number;
  /** Standard deviation of normal noise on y (curves) or on both coordinates (points); default 0. */
  readonly noise?: number;
  /** 0 to 2³² − 1; default 0. */
  readonly seed?: number;
  /** Of the polynomial, lowest power first; default x³/2 − 3x/2. */
  readonly coefficients?: readonly number[];
}

/** How CSV text is read. */
export interface CsvOptions {
  /** Left out: a tab, else a semicolon, else a comma, whichever the first line has. */
  readonly separator?: ',' | ';' | '\t';
  /** Is the first line a header? Left out: when one of its inputs is no number. */
  readonly header?: boolean;
  /** Default `auto`: regression when the target of the first line of data is a number. */
  readonly task?: 'auto' | 'regression' | 'classification';
  /** How many of the last columns are targets; default 1. */
  readonly targets?: number;
}

/** A regular grid of inputs, for fitted curves and decision surfaces. */
export interface GridOptions {
  /** Default 2. */
  readonly d_in?: number;
  /** Default −2. */
  readonly low?: number;
  /** Default 2. */
  readonly high?: number;
  /** Points along each axis; default 50. */
  readonly points?: number;
}

/** A mean over a batch, and its gradient. */
export interface LossAndGradient {
  /** Averaged as PyTorch's `reduction="mean"` does. */
  readonly loss: number;
  /** Shaped as the prediction. */
  readonly grad: Tensor;
}

/** `sgd` with momentum and weight decay on request, or `adamw`. */
export type OptimizerKind = 'sgd' | 'adamw';

/** PyTorch's `torch.optim.SGD` (without dampening) and `torch.optim.AdamW`. */
export interface OptimizerOptions {
  /** Default `adamw`. */
  readonly optimizer?: OptimizerKind;
  /** Learning rate; default 0.01. */
  readonly lr?: number;
  /** Default 0. SGD adds it to the gradient, AdamW keeps it apart. */
  readonly weight_decay?: number;
  /** SGD only, from 0 to below 1; default 0. */
  readonly momentum?: number;
  /** SGD only, with a momentum; default false. */
  readonly nesterov?: boolean;
  /** AdamW only; default 0.9. */
  readonly beta1?: number;
  /** AdamW only; default 0.999. */
  readonly beta2?: number;
  /** AdamW only; default 1e-8. */
  readonly eps?: number;
}

/** The weights of an FFN between its embedding and its output layer, layout (out, in). */
export interface TrainableWeights extends FeedForwardWeights {
  /** (d_model, d_in) */
  readonly w_in: Tensor;
  /** (d_model) */
  readonly b_in?: Tensor;
  /** (d_out, d_model) */
  readonly w_out: Tensor;
  /** (d_out) */
  readonly b_out?: Tensor;
}

/** What runs with random and with given weights have in common. */
export interface TrainingBehaviour extends FeedForwardBehaviour, OptimizerOptions {
  /** Labels are trained with cross-entropy, targets with mean-squared error. */
  readonly dataset: Dataset;
  /** Does the FFN's input go around it, too? Default true. */
  readonly shortcut?: boolean;
  /** From 1 to the size of the data set; default 32, or all where there are fewer. */
  readonly batch_size?: number;
  /** 0 to 2³² − 1; default 0. Weights, batches and dropout masks come from three generators made of it. */
  readonly seed?: number;
  /** Steps between the states kept for `rewind`, to begin with; the interval doubles when there would be too many. Default 16. */
  readonly snapshot_every?: number;
}

/** Random weights. */
export interface TrainingSizes extends TrainingBehaviour {
  /** Default 8. */
  readonly d_model?: number;
  /** Default 4 × d_model. */
  readonly d_ff?: number;
  /** Default true. */
  readonly bias?: boolean;
  /** Default false. */
  readonly gated?: boolean;
  /** Default `pytorch`. */
  readonly init?: Initialization;
}

/** Given weights: sizes, biases and gating are read off them. */
export interface TrainingFromWeights extends TrainingBehaviour {
  /** Taken over as copies. */
  readonly weights: TrainableWeights;
}

/** Random weights, or given ones. */
export type TrainingRunOptions = TrainingSizes | TrainingFromWeights;

/** The first value that was not finite. */
export interface NonFinite {
  /**
   * In the order of a step: `embedded`, `pre_activation`, `gate`, `hidden`, `hidden_dropped`, `ffn_output`, `residual`, `output`, `loss`, a gradient
   * (`grad_b_out` … `grad_w_in`), an updated weight (`w_in` … `b_out`), the optimiser's memory of it (`moment_w_in` …).
   */
  readonly tensor: string;
  /** Number of the step that failed, from 1. */
  readonly step: number;
  /** Index of the element, row by row. */
  readonly index: number;
  /** NaN or an infinity. */
  readonly value: number;
}

/** The whole data set through the network, without dropout. */
export interface TrainingTrace {
  /** (n, d_model) */
  readonly embedded: Tensor;
  /** (n, d_ff) */
  readonly pre_activation: Tensor;
  /** In gated networks: (n, d_ff) */
  readonly gate?: Tensor;
  /** (n, d_ff): what analyses of units ask for. */
  readonly hidden: Tensor;
  /** (n, d_model) */
  readonly ffn_output: Tensor;
  /** embedded + ffn_output with the shortcut: (n, d_model) */
  readonly residual: Tensor;
  /** (n, d_out): predictions or logits */
  readonly output: Tensor;
}

/** A tensor's claimed gradients against central differences, in double. */
export interface GradientCheck {
  /** `x`, `w1`, `b1`, … */
  readonly name: string;
  /** Relative to the tensor's largest gradient. */
  readonly largest_error: number;
  /** Index of the element where it is, row by row, with both gradients there. */
  readonly at: number;
  /** By the backward pass. */
  readonly claimed: number;
  /** By two forward passes. */
  readonly central_difference: number;
}

/** How gradients are checked. */
export interface GradientCheckOptions {
  /** Half the distance of a central difference; default 1e-6. */
  readonly step?: number;
  /** The outputs are weighted with random numbers of this seed; default 0. */
  readonly seed?: number;
}
