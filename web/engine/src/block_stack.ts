import { Network, no_options } from './network.js';
import type { PassOptions } from './network.js';
import type { Lifetime } from './owned.js';
import type { RawModule } from './raw_module.js';
import { value_of } from './raw_module.js';
import type { RawBlockStack } from './raw_nn.js';
import type {
  TransformerBlockBehaviour,
  TransformerBlockSizes,
  TransformerBlockTrace,
  TransformerBlockWeights,
} from './transformer_block.js';
import { block_option_names, block_options } from './transformer_block.js';
import type { Tensor } from './types.js';
import { expect_entries, expect_list, expect_number, expect_options, expect_tensor } from './validate.js';
import { block_stack_names, flat_tensors } from './weights.js';

/** The weights of every block. */
export interface BlockStackWeights {
  /** The first block's first. */
  readonly blocks: readonly TransformerBlockWeights[];
}

/** Gradients of a scalar loss: of every weight that is there, and of the input. */
export interface BlockStackGradients extends BlockStackWeights {
  /** Shaped as the input. */
  readonly x: Tensor;
}

/** Random weights from one stream, the first block's first. */
export interface BlockStackSizes extends TransformerBlockSizes {
  /** 1 to 4096. */
  readonly n_layers: number;
}

/** Given weights: how many blocks, their sizes, biases and gating are read off them. */
export interface BlockStackFromWeights extends TransformerBlockBehaviour {
  /** Taken over as copies. */
  readonly weights: BlockStackWeights;
}

/** Random weights, or given ones. */
export type BlockStackOptions = BlockStackSizes | BlockStackFromWeights;

/** Every tensor of one pass; a block's input is x or the block's before output. */
export interface BlockStackTrace {
  /** The first block's first. */
  readonly blocks: readonly TransformerBlockTrace[];
  /** The last block's output, shaped as x. */
  readonly output: Tensor;
}

/** Of all elements of one or several tensors. */
export interface Norm {
  /** √(sum of squares) */
  readonly l2: number;
  /** √(mean of squares), by which tensors of different sizes can be compared. */
  readonly rms: number;
}

/** How large activations and gradients are at every depth. */
export interface GradientByDepth {
  /** n_layers + 1: of x, then of each block's output. */
  readonly activations: readonly Norm[];
  /** n_layers + 1: of the gradients of the loss with respect to these. */
  readonly gradients: readonly Norm[];
  /** n_layers: over all parameters of each block together. */
  readonly parameter_gradients: readonly Norm[];
}

function make(module: RawModule, given: BlockStackOptions): RawBlockStack {
  const options = expect_options('options', given, [...block_option_names, 'n_layers']);
  const read = block_options(options);
  if (!('weights' in options)) return value_of(module.make_block_stack({ ...read, n_layers: expect_number('n_layers', options.n_layers) }));
  const { blocks, ...others } = Object.fromEntries(expect_entries('weights', options.weights)) as Partial<BlockStackWeights>;
  const list = blocks === undefined ? [] : expect_list('blocks', blocks, 'an array'); // without blocks the core refuses the number of layers
  const weights = flat_tensors({ blocks: list, ...others }, block_stack_names);
  return value_of(module.make_block_stack({ ...read, n_layers: list.length, weights }));
}

/** Transformer blocks with the same options, one on the other. x is (seq_len, d_model) or (batch, seq_len, d_model). */
export class BlockStack extends Network<RawBlockStack, BlockStackWeights, BlockStackTrace, BlockStackGradients> {
  /** Features of a token. */
  readonly d_model: number;
  /** Blocks. */
  readonly n_layers: number;

  /** @internal Use `lab.BlockStack(options)`. */
  constructor(module: RawModule, lab: Lifetime, options: BlockStackOptions) {
    const raw = make(module, options);
    super('BlockStack', raw, lab, block_stack_names);
    this.d_model = raw.d_model;
    this.n_layers = raw.n_layers;
  }

  /**
   * One forward and one backward pass of the loss sum(output · grad_output): do gradients vanish on their way back? They do with
   * `shortcuts: false, norm: 'none'`; either of the two prevents it. The traced pass, if there is one, stays.
   */
  gradient_by_depth(x: Tensor, grad_output: Tensor, options: PassOptions = no_options): GradientByDepth {
    const grad = expect_tensor('grad_output', grad_output);
    return value_of(this.raw.gradient_by_depth(expect_tensor('x', x), grad, this.generator(options)));
  }
}
