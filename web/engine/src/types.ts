/** Who computes the products of layers: the kernels of this package, or Eigen's expressions, which are their specification. */
export type Backend = 'tiles' | 'eigen';

/** The WebAssembly builds of the one C++ source, best first. */
export type Variant = 'relaxed' | 'simd' | 'scalar';

/**
 * Activation functions. `gelu` is x·Φ(x) with the exact normal distribution (PyTorch's `nn.GELU()`, BERT);
 * `gelu_tanh` the tanh form (PyTorch's `nn.GELU(approximate='tanh')`, GPT-2); `gelu_sigmoid` the quick form
 * x·sigmoid(1.702 x); `silu` is x·sigmoid(x) (PyTorch's `nn.SiLU()`).
 */
export type ActivationKind = 'relu' | 'gelu' | 'gelu_tanh' | 'gelu_sigmoid' | 'silu';

/** Layout of a weight matrix: (out_features, in_features) as `nn.Linear` stores it, or (in, out) as GPT-2 files do. */
export type WeightLayout = 'out_in' | 'in_out';

/**
 * How random weights are drawn: PyTorch's `nn.Linear` default (the only one that draws the bias too), Xavier (Glorot),
 * Kaiming (He) with the gain of ReLU, GPT-2's normal(0, 0.02), or zeros.
 */
export type Initialization = 'pytorch' | 'xavier_uniform' | 'xavier_normal' | 'kaiming_uniform' | 'kaiming_normal' | 'gpt2' | 'zeros';

/** Where dropout acts: on the hidden activations, or on the output as in GPT-2. */
export type DropoutPlacement = 'hidden' | 'output';

/** A dense row-major float32 array. The caller owns `data`: no view into WebAssembly memory ever leaves the package. */
export interface Tensor {
  /** Row by row; as many elements as the product of the shape. */
  readonly data: Float32Array;
  /** Outermost dimension first, as in PyTorch; empty for a single number. */
  readonly shape: readonly number[];
}

/** The weights of an FFN; a bias left out is a layer without one, a gate left out a network without gating. */
export interface FeedForwardWeights {
  /** (d_ff, d_model), or (d_model, d_ff) with layout `in_out`. */
  readonly w1: Tensor;
  /** (d_ff) */
  readonly b1?: Tensor;
  /** Shaped as w1: gated networks multiply the activation by x·W_gateᵀ + b_gate (SwiGLU with `silu`, GEGLU with `gelu`). */
  readonly w_gate?: Tensor;
  /** (d_ff) */
  readonly b_gate?: Tensor;
  /** (d_model, d_ff), or (d_ff, d_model) with layout `in_out`. */
  readonly w2: Tensor;
  /** (d_model) */
  readonly b2?: Tensor;
}

/** Gradients of a scalar loss: of every weight that the network has, layout `out_in`, and of the input. */
export interface FeedForwardGradients extends FeedForwardWeights {
  /** Shaped as the input. */
  readonly x: Tensor;
}

/** What networks with random and with given weights have in common. */
export interface FeedForwardBehaviour {
  /** Default `gelu`. */
  readonly activation?: ActivationKind;
  /** Probability from 0 to 1, default 0; acts only in passes that are given a `dropout_rng`. */
  readonly dropout?: number;
  /** Default `hidden`. */
  readonly dropout_placement?: DropoutPlacement;
}

/** Random weights. */
export interface FeedForwardSizes extends FeedForwardBehaviour {
  /** Features of a token. */
  readonly d_model: number;
  /** Default 4 × d_model. */
  readonly d_ff?: number;
  /** Default true. */
  readonly bias?: boolean;
  /** Default false. */
  readonly gated?: boolean;
  /** Default `pytorch`. */
  readonly init?: Initialization;
  /** 0 to 2³² − 1; default 0. Same seed, same weights, in every build. */
  readonly seed?: number;
}

/** Given weights: sizes, biases and gating are read off them. */
export interface FeedForwardFromWeights extends FeedForwardBehaviour {
  /** Taken over as copies. */
  readonly weights: FeedForwardWeights;
  /** Default `out_in`. */
  readonly layout?: WeightLayout;
}

/** Random weights, or given ones. */
export type FeedForwardOptions = FeedForwardSizes | FeedForwardFromWeights;

/** Every tensor of one forward pass, in the order of the formula; leading dimensions as in the input. */
export interface FeedForwardTrace {
  /** x·W1ᵀ + b1: (…, d_ff) */
  readonly pre_activation: Tensor;
  /** x·W_gateᵀ + b_gate, in gated networks: (…, d_ff) */
  readonly gate?: Tensor;
  /** activation(pre_activation), times the gate: (…, d_ff) */
  readonly hidden: Tensor;
  /** hidden after dropout, or hidden again: (…, d_ff) */
  readonly hidden_dropped: Tensor;
  /** 0 where dropout dropped and 1 / (1 − p) where it kept, in training passes: (…, d_ff) or (…, d_model) by placement. */
  readonly mask?: Tensor;
  /** hidden_dropped·W2ᵀ + b2: (…, d_model) */
  readonly output: Tensor;
}

/** Value and derivative of an activation at each given point. */
export interface ActivationCurve {
  /** One for each point. */
  readonly value: Float32Array;
  /** One for each point. */
  readonly derivative: Float32Array;
}

/** Why a better variant was not taken. */
export interface VariantRefusal {
  /** The better one. */
  readonly variant: Variant;
  /** For people to read. */
  readonly reason: string;
}

/**
 * What is added to the core, which holds `FeedForward` with everything but its gradient check, `activation` and `RandomState`:
 * - `models`: `Attention`, `TransformerBlock`, `BlockStack`, `LayerNorm`, `softmax`, linear layers and dropout one by one,
 *   `feed_forward_from_scratch`, checkpoints;
 * - `experiments`: training, data sets, losses, gradient checks, all analyses.
 */
export type Part = 'models' | 'experiments';

/** What runs here. */
export interface LabInfo {
  /** The build that was taken. */
  readonly variant: Variant;
  /** What has been added to the core. */
  readonly parts: readonly Part[];
  /** Version of the package. */
  readonly version: string;
  /** Fingerprint of the WebAssembly that runs: 16 hexadecimal digits, other ones for each variant and after any change to the C++. */
  readonly build: string;
  /**
   * SHA-256 of this variant's .wasm files, of the core and of each part, as 64 hexadecimal digits: a file that was fetched, or built again
   * from the same sources, can be held against it.
   */
  readonly sha256: Readonly<Record<Part | 'core', string>>;
  /** Size of the WebAssembly memory now. */
  readonly heap_bytes: number;
  /** To how many bytes it may grow: `memory_limit` of `load`, in whole pages. */
  readonly memory_limit: number;
  /** Better variants that this machine cannot run, with the reason; empty for the best one. */
  readonly refused: readonly VariantRefusal[];
}

/** Which build is loaded, which parts of it, and from where. */
export interface LoadOptions {
  /** Take this variant instead of the best one; an error when the machine cannot run it. */
  readonly variant?: Variant;
  /**
   * To how many bytes the WebAssembly memory may grow, of each worker of a pool too: 4 MiB (4194304) to 4 GiB less one page of 64 KiB
   * (4294901760), rounded down to whole pages; default 1 GiB, which phones still allow. The machine may have to reserve all of it at once,
   * as addresses. What needs more is an error `out_of_memory`.
   */
  readonly memory_limit?: number;
  /** Resolve when these are there beside the core; default: all. `lab.load_part` adds others later. */
  readonly parts?: readonly Part[];
  /**
   * Fetch the core's .wasm of the chosen variant from here instead of from beside the package. A relative address counts from the page, or
   * in a worker from the worker's script; in Node it must be absolute.
   */
  readonly wasm_url?: string | URL;
  /** Use this compiled core instead of fetching one. It must be of the chosen variant, so name that too: `{ variant: 'simd', wasm_module }`. */
  readonly wasm_module?: WebAssembly.Module;
  /** The same for the parts, which must be of the core's build. */
  readonly part_urls?: Readonly<Partial<Record<Part, string | URL>>>;
  /** Compiled parts of the chosen variant instead of fetched ones. */
  readonly part_modules?: Readonly<Partial<Record<Part, WebAssembly.Module>>>;
}
