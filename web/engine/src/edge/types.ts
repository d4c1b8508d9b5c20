import type { OwnFloat32Array } from './platform_types.js';

/**
 * Implementation of the matrix products of layers: the kernels of this package, or Eigen's
 * expressions, which are their specification.
 */
export type Backend = 'tiles' | 'eigen';

/** The WebAssembly builds of the same C++ source, fastest first. */
export type Variant = 'relaxed' | 'simd';

/**
 * The names of the activation functions, in the order of the core's table. `gelu` is x·Φ(x) with
 * the exact normal distribution (PyTorch's `nn.GELU()`, BERT), `gelu_tanh` its tanh approximation
 * (PyTorch's `nn.GELU(approximate='tanh')`, GPT-2), `gelu_sigmoid` the sigmoid approximation
 * x·sigmoid(1.702 x), `silu` is x·sigmoid(x) (PyTorch's `nn.SiLU()`), `identity` is x, as if there
 * were none, `relu2` is max(0, x)² (Persimmon, Nemotron).
 */
export const activation_kinds = [
  'relu',
  'gelu',
  'gelu_tanh',
  'gelu_sigmoid',
  'silu',
  'identity',
  'relu2',
] as const;

/** The name of an activation function; `activation_kinds` describes them. */
export type ActivationKind = (typeof activation_kinds)[number];

/**
 * Layout of a weight matrix: (out_features, in_features) as in `nn.Linear`, or (in_features,
 * out_features) as in GPT-2 files.
 */
export type WeightLayout = 'out_in' | 'in_out';

/**
 * Distribution of random weights: PyTorch's `nn.Linear` default (the only one with random biases),
 * Xavier (Glorot), Kaiming (He) with the gain of ReLU, LeCun's normal(0, √(1 / in_features)),
 * GPT-2's normal(0, 0.02), or zeros.
 */
export type Initialization =
  | 'pytorch'
  | 'xavier_uniform'
  | 'xavier_normal'
  | 'kaiming_uniform'
  | 'kaiming_normal'
  | 'lecun_normal'
  | 'gpt2'
  | 'zeros';

/** Element types that can be written. */
export type WritableDtype = 'F32' | 'F16' | 'BF16' | 'F64';

/** Tensor on which dropout acts: the hidden activations, or the output as in GPT-2. */
export type DropoutPlacement = 'hidden' | 'output';

/** A dense row-major float32 array, as functions accept it: on memory of any kind. */
export interface TensorLike {
  /** Elements in row-major order; their number is the product of the shape. */
  readonly data: Float32Array;
  /** Sizes of the dimensions, outermost first, as in PyTorch; empty for a single number. */
  readonly shape: readonly number[];
}

/**
 * A dense row-major float32 array, as functions return it. The caller owns `data`: the package never
 * returns a view into WebAssembly memory.
 */
export interface Tensor extends TensorLike {
  /** Elements in row-major order; their number is the product of the shape. */
  readonly data: OwnFloat32Array;
}

/**
 * A result as functions accept it: its tensors may be on memory of any kind, and its optional
 * members may be undefined.
 */
export type Like<Result> = Result extends Tensor
  ? TensorLike
  : Result extends ArrayBufferView
    ? Result
    : {
        [Name in keyof Result]:
          Like<Result[Name]> | (object extends Pick<Result, Name> ? undefined : never);
      };

/**
 * Weights of an FFN. A layer without a bias field has no bias; a network without w_gate has no
 * gate.
 */
export interface FeedForwardWeights {
  /** Weight of the first layer, (d_ff, d_model), or (d_model, d_ff) with layout `in_out`. */
  readonly w1: Tensor;
  /** Bias of the first layer, (d_ff). */
  readonly b1?: Tensor;
  /**
   * Weight of the gate, of the shape of w1: gated networks multiply the activation by x·W_gateᵀ +
   * b_gate (SwiGLU with `silu`, GEGLU with `gelu`).
   */
  readonly w_gate?: Tensor;
  /** Bias of the gate, (d_ff). */
  readonly b_gate?: Tensor;
  /** Weight of the second layer, (d_model, d_ff), or (d_ff, d_model) with layout `in_out`. */
  readonly w2: Tensor;
  /** Bias of the second layer, (d_model). */
  readonly b2?: Tensor;
}

/**
 * Gradients of a scalar loss with respect to each existing weight, in layout `out_in`, and to the
 * input.
 */
export interface FeedForwardGradients extends FeedForwardWeights {
  /** Gradient with respect to the input, of its shape. */
  readonly x: Tensor;
}

/**
 * All gradients of a backward pass, including those of the intermediate tensors; leading dimensions
 * as in the input.
 */
export interface TracedFeedForwardGradients extends FeedForwardGradients {
  /**
   * Gradient of x·W1ᵀ + b1, (…, d_ff): the gradient of `hidden` times the derivative of the
   * activation and, in gated networks, the gate.
   */
  readonly pre_activation: Tensor;
  /** Gradient of x·W_gateᵀ + b_gate, (…, d_ff); only in gated networks. */
  readonly gate?: Tensor;
  /**
   * Gradient of the hidden activations before dropout, (…, d_ff): the gradient of `hidden_dropped`,
   * times the mask if dropout is on them.
   */
  readonly hidden: Tensor;
  /** Gradient of the input of the second layer, (…, d_ff). */
  readonly hidden_dropped: Tensor;
  /**
   * Gradient of the output of the second layer before dropout, (…, d_model): grad_output, times the
   * mask if dropout is on the output.
   */
  readonly linear2_output: Tensor;
}

/**
 * All tensors of one forward pass, in the order of computation; leading dimensions as in the input.
 */
export interface FeedForwardTrace {
  /** x·W1ᵀ + b1, (…, d_ff). */
  readonly pre_activation: Tensor;
  /** x·W_gateᵀ + b_gate, (…, d_ff); only in gated networks. */
  readonly gate?: Tensor;
  /** activation(pre_activation), multiplied by the gate in gated networks, (…, d_ff). */
  readonly hidden: Tensor;
  /** hidden after dropout; equal to hidden without dropout: (…, d_ff). */
  readonly hidden_dropped: Tensor;
  /**
   * Dropout mask in training passes: 0 for a dropped element, otherwise 1 / (1 − p); (…, d_ff) or
   * (…, d_model), depending on the placement.
   */
  readonly mask?: Tensor;
  /** hidden_dropped·W2ᵀ + b2, (…, d_model). */
  readonly output: Tensor;
}

/** Value and derivative of an activation at given points. */
export interface ActivationCurve {
  /** Value at each point. */
  readonly value: OwnFloat32Array;
  /** Derivative at each point. */
  readonly derivative: OwnFloat32Array;
}

/** Reason why a better variant was not loaded. */
export interface VariantRefusal {
  /** The better variant. */
  readonly variant: Variant;
  /** Explanation in English. */
  readonly reason: string;
}

/** Description of a running module. */
export interface LabInfo {
  /** The loaded variant. */
  readonly variant: Variant;
  /** Version of the package. */
  readonly version: string;
  /**
   * Fingerprint of the running WebAssembly: 16 hexadecimal digits, which differ between variants
   * and change with the C++ code.
   */
  readonly build: string;
  /**
   * SHA-256 of this variant's .wasm file as 64 hexadecimal digits, to verify a file that was
   * fetched or rebuilt from the same sources.
   */
  readonly sha256: string;
  /** Current size of the WebAssembly memory, in bytes. */
  readonly heap_bytes: number;
  /**
   * Largest size of the WebAssembly memory, in bytes: `memory_limit` of `load`, rounded down to
   * whole pages.
   */
  readonly memory_limit: number;
  /** Better variants that this machine cannot run, with reasons; empty for the best variant. */
  readonly refused: readonly VariantRefusal[];
}
