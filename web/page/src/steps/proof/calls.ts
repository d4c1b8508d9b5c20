/** Calls of the self-check's worker and their replies. */
import type { LabInfo, Tensor } from 'ffn-lab';

/** Groups of checks, in the order of their computation: basic operations first. */
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

/** Upper bound of the largest |Δ| (`absolute`), of its ratio to the tensor's largest element (`relative`), or of the smaller one (`either`). */
export interface Tolerance {
  readonly kind: 'absolute' | 'relative' | 'either';
  readonly limit: number;
}

/** Comparison of one tensor of the core with PyTorch's. */
export interface CheckRow {
  readonly tensor: string;
  readonly shape: readonly number[];
  /** Number of compared elements. */
  readonly count: number;
  /** Largest |Δ|; for a gradient check, relative to the tensor's largest gradient. */
  readonly largest: number;
  /** The quantity that the limit bounds: `largest`, or its ratio to the tensor's largest element. */
  readonly measured: number;
  /** Row-major index of the element with the largest |Δ|. */
  readonly at: number;
  readonly tolerance: Tolerance;
  readonly passed: boolean;
}

/** A row with its family. */
export interface FamilyRow extends CheckRow {
  readonly family: FamilyName;
}

/** PyTorch's tensors, by golden file and by name in the file. */
export type GoldenTensors = Readonly<Record<string, Readonly<Record<string, Tensor>>>>;

export interface SelfTestReply {
  readonly info: LabInfo;
  /** Libraries, with versions, that generated the golden data. */
  readonly made_by: string;
  readonly rows: readonly FamilyRow[];
  /** The tensors that the programs of the numbers contain. */
  readonly golden: GoldenTensors;
}

export interface ProofCalls {
  self_test: {
    request: null;
    reply: SelfTestReply;
    /** Rows of a completed family. */
    progress: readonly FamilyRow[];
  };
}
