/** What the worker of the self-check is asked, and what it answers. */
import type { LabInfo, Tensor } from 'ffn-lab';

/** In the order in which they are computed: what is needed by what comes after it first. */
export const family_names = [
  'random',
  'activation',
  'notebook_batch',
  'worked_example',
  'biased',
  'gpt2_size',
  'gradients',
  'gradient_check',
  'layer_norm',
  'attention',
  'transformer_block',
  'block_stack',
  'loss',
  'training',
] as const;
export type FamilyName = (typeof family_names)[number];

/** Below `limit` must lie the largest |Δ|, or its ratio to the tensor's largest element, or one of the two. */
export interface Tolerance {
  readonly kind: 'absolute' | 'relative' | 'either';
  readonly limit: number;
}

/** One tensor of the core beside the same of PyTorch. */
export interface CheckRow {
  readonly family: FamilyName;
  readonly tensor: string;
  readonly shape: readonly number[];
  /** Elements compared. */
  readonly count: number;
  /** Largest |Δ|; of a gradient check, relative to the tensor's largest gradient. */
  readonly largest: number;
  /** What the limit is for: `largest`, or its ratio to the tensor's largest element. */
  readonly measured: number;
  /** The element where it is, row by row. */
  readonly at: number;
  readonly tolerance: Tolerance;
  readonly passed: boolean;
}

/** Tensors of PyTorch by the names that the files of golden data give them. */
export type GoldenTensors = Readonly<Record<string, Readonly<Record<string, Tensor>>>>;

export interface SelfTestReply {
  readonly info: LabInfo;
  /** What the golden data were made with. */
  readonly made_by: string;
  readonly rows: readonly CheckRow[];
  /** What the programs of the numbers begin with. */
  readonly golden: GoldenTensors;
}

export interface ProofCalls {
  self_test: {
    request: null;
    reply: SelfTestReply;
    /** Rows of a family that is done. */
    progress: readonly CheckRow[];
  };
}
