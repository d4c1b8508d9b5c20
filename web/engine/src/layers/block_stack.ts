import {
  block_stack_names,
  expect_entries,
  expect_list,
  expect_number,
  expect_tensor,
  flat_tensors,
  raw_of,
  required,
  call,
} from '../edge/index.js';
import type {
  ModuleInstance,
  FeedForwardGradients,
  OptionsOf,
  RawHandle,
  Tensor,
  TensorLike,
} from '../edge/index.js';
import {
  Network,
  type NetworkKind,
  generator_option,
  no_options,
  type PassOptions,
} from './network.js';
import type { WithWeights } from './network_options.js';
import {
  block_kind,
  type TransformerBlockBehaviour,
  type TransformerBlockSizes,
} from './transformer_block.js';
import type { TransformerBlockTrace, TransformerBlockWeights } from './transformer_block.js';

/** Weights of all blocks of a stack. */
export interface BlockStackWeights {
  /** Weights of each block, in the order in which the blocks are applied. */
  readonly blocks: readonly TransformerBlockWeights[];
}

/** Gradients of a scalar loss with respect to each existing weight and to the input. */
export interface BlockStackGradients extends BlockStackWeights, Pick<FeedForwardGradients, 'x'> {}

const stack_sizes = {
  /** Number of blocks, 1 to 4096. */
  n_layers: required(expect_number),
};

/** Sizes of a stack with random weights, drawn block by block from a single random stream. */
export interface BlockStackSizes extends TransformerBlockSizes, OptionsOf<typeof stack_sizes> {}

/**
 * A stack with given weights, which determine the number of blocks, their sizes, biases and gating.
 */
export interface BlockStackFromWeights
  extends TransformerBlockBehaviour, WithWeights<BlockStackWeights> {}

/** Options of a stack with random or with given weights. */
export type BlockStackOptions = BlockStackSizes | BlockStackFromWeights;

/** All tensors of one pass. The input of a block is x or the output of the previous block. */
export interface BlockStackTrace {
  /** Tensors of each block, in the order in which the blocks are applied. */
  readonly blocks: readonly TransformerBlockTrace[];
  /** Output of the last block, of the shape of x. */
  readonly output: Tensor;
}

/** Norms over all elements of one or several tensors. */
export interface Norm {
  /** Euclidean norm, √(sum of squares). */
  readonly l2: number;
  /**
   * Root mean square, √(mean of squares), which is comparable between tensors of different sizes.
   */
  readonly rms: number;
}

/** Norms of activations and gradients at each depth of a stack. */
export interface GradientByDepth {
  /** Norms of x and of each block's output: n_layers + 1 entries. */
  readonly activations: readonly Norm[];
  /** Norms of the gradients of the loss with respect to `activations`: n_layers + 1 entries. */
  readonly gradients: readonly Norm[];
  /** Norms of the gradients with respect to all parameters of each block: n_layers entries. */
  readonly parameter_gradients: readonly Norm[];
}

const kind: NetworkKind = {
  ...block_kind,
  name: 'BlockStack',
  make: 'make_block_stack',
  random: { ...block_kind.random, ...stack_sizes },
  weights: (value: unknown) => {
    const { blocks, ...others } = Object.fromEntries(
      expect_entries('weights', value),
    ) as Partial<BlockStackWeights>;
    const list = blocks === undefined ? [] : expect_list('blocks', blocks, 'an array'); // without blocks the core rejects the number of layers
    return {
      n_layers: list.length,
      weights: flat_tensors({ blocks: list, ...others }, block_stack_names),
    };
  },
  names: block_stack_names,
  sizes: ['d_model', 'n_layers'],
};

/**
 * A stack of Transformer blocks with the same options. x is (seq_len, d_model) or (batch, seq_len,
 * d_model).
 */
export class BlockStack extends Network<
  RawHandle,
  BlockStackWeights,
  BlockStackTrace,
  BlockStackGradients
> {
  /** Features of a token. */
  declare readonly d_model: number;
  /** Number of blocks. */
  declare readonly n_layers: number;

  /** @internal Use `lab.BlockStack(options)`. */
  constructor(instance: ModuleInstance, options: BlockStackOptions) {
    super(instance, options, kind);
  }

  /**
   * Runs one forward and one backward pass of the loss sum(output · grad_output) and returns the
   * norms of activations and gradients at each depth. Gradients vanish with `shortcuts: false,
   * norm: 'none'`; shortcuts or norms prevent that. A previous traced pass remains valid.
   */
  gradient_by_depth(
    x: TensorLike,
    grad_output: TensorLike,
    options: PassOptions = no_options,
  ): GradientByDepth {
    const grad = expect_tensor('grad_output', grad_output);
    return call(
      raw_of(this),
      'gradient_by_depth',
      expect_tensor('x', x),
      grad,
      generator_option(this, options),
    );
  }
}
