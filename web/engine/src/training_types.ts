import type { FeedForwardBehaviour, FeedForwardWeights, Initialization, Tensor } from './types.js';

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

/** Kind and size of a toy data set. */
export interface ToyDataOptions {
  /** Kind of the data set. */
  readonly kind: ToyDataKind;
  /** Number of examples; default 200. */
  readonly n?: number;
  /** Standard deviation of normal noise, added to y (curves) or to both coordinates (points); default 0. */
  readonly noise?: number;
  /** Seed of points and noise, 0 to 2³² − 1; default 0. */
  readonly seed?: number;
  /** Coefficients of the polynomial, lowest power first; default x³/2 − 3x/2. */
  readonly coefficients?: readonly number[];
}

/** Options of `lab.dataset_from_csv`. */
export interface CsvOptions {
  /** Separator of fields; default: the first of tab, semicolon and comma that occurs in the first line. */
  readonly separator?: ',' | ';' | '\t';
  /** Whether the first line is a header; default: true if one of its inputs is neither a number nor NaN or infinity. */
  readonly header?: boolean;
  /** Type of the data; default `auto`: regression if the target in the first line of data is a number. */
  readonly task?: 'auto' | 'regression' | 'classification';
  /** Number of last columns that are targets; default 1. */
  readonly targets?: number;
}

/** A regular grid of inputs, for fitted curves and decision boundaries. */
export interface GridOptions {
  /** Number of dimensions; default 2. */
  readonly d_in?: number;
  /** First coordinate along each axis; default −2. */
  readonly low?: number;
  /** Last coordinate along each axis; default 2. */
  readonly high?: number;
  /** Number of points along each axis; default 50. */
  readonly points?: number;
}

/** A loss averaged over a batch, and its gradient. */
export interface LossAndGradient {
  /** Mean loss, as PyTorch's `reduction="mean"`. */
  readonly loss: number;
  /** Gradient with respect to the prediction, of its shape. */
  readonly grad: Tensor;
}

/** `sgd` with optional momentum and weight decay, or `adamw`. */
export type OptimizerKind = 'sgd' | 'adamw';

/** Options of the optimizers, with the formulas of PyTorch's `torch.optim.SGD` (without dampening) and `torch.optim.AdamW`. */
export interface OptimizerOptions {
  /** Kind of the optimizer; default `adamw`. */
  readonly optimizer?: OptimizerKind;
  /** Learning rate; default 0.01. */
  readonly lr?: number;
  /** Weight decay; default 0. SGD adds it to the gradient; AdamW decouples it from the gradient. */
  readonly weight_decay?: number;
  /** Momentum of SGD, from 0 to below 1; default 0. */
  readonly momentum?: number;
  /** Whether SGD uses Nesterov momentum; default false. */
  readonly nesterov?: boolean;
  /** Decay rate of AdamW's first moment; default 0.9. */
  readonly beta1?: number;
  /** Decay rate of AdamW's second moment; default 0.999. */
  readonly beta2?: number;
  /** Number that AdamW adds to the denominator; default 1e-8. */
  readonly eps?: number;
}

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

/** Options common to runs with random and with given weights. */
export interface TrainingBehaviour extends FeedForwardBehaviour, OptimizerOptions {
  /** Data set. Labels imply cross-entropy, targets the mean squared error. */
  readonly dataset: Dataset;
  /** Whether the FFN has a shortcut (residual connection); default true. */
  readonly shortcut?: boolean;
  /** Examples per batch, from 1 to the size of the data set; default 32, or all examples if there are fewer. */
  readonly batch_size?: number;
  /** Seed of the weights, batches and dropout masks, each of which has its own generator, 0 to 2³² − 1; default 0. */
  readonly seed?: number;
  /** Initial number of steps between the snapshots for `rewind`; default 16. The run doubles the interval to limit their number. */
  readonly snapshot_every?: number;
}

/** Sizes of a network with random weights. */
export interface TrainingSizes extends TrainingBehaviour {
  /** Features of the embedding; default 8. */
  readonly d_model?: number;
  /** Hidden units of the FFN; default 4 × d_model. */
  readonly d_ff?: number;
  /** Whether the layers have biases; default true. */
  readonly bias?: boolean;
  /** Whether the FFN has a gate; default false. */
  readonly gated?: boolean;
  /** Initialization of the weights; default `pytorch`. */
  readonly init?: Initialization;
}

/** A network with given weights, which determine sizes, biases and gating. */
export interface TrainingFromWeights extends TrainingBehaviour {
  /** Weights, which are copied. */
  readonly weights: TrainableWeights;
}

/** Options of a run with random or with given weights. */
export type TrainingRunOptions = TrainingSizes | TrainingFromWeights;

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

/** Comparison of a tensor's gradients with central differences, in double precision. */
export interface GradientCheck {
  /** Name of the tensor: `x`, `w1`, `b1`, … */
  readonly name: string;
  /** Largest error, relative to the tensor's largest gradient. */
  readonly largest_error: number;
  /** Index, in row-major order, of the element with the largest error; the fields below are its gradients. */
  readonly at: number;
  /** Gradient computed by the backward pass. */
  readonly claimed: number;
  /** Gradient computed by two forward passes. */
  readonly central_difference: number;
}

/** Options of `FeedForward.gradient_check`. */
export interface GradientCheckOptions {
  /** Half the distance between the two points of a central difference; default 1e-6. */
  readonly step?: number;
  /** Seed of the random weights of the outputs in the checked loss, 0 to 2³² − 1; default 0. */
  readonly seed?: number;
}
