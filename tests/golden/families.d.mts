import type { ActivationKind, Checkpoint, Lab } from 'ffn-lab';

export interface FamilyStack {
  readonly name: string;
  readonly gated: boolean;
  readonly fused?: 'activation_first' | 'activation_last';
  /** The names of the tensors leave the order open; the caller must say `fused`. */
  readonly order_told?: true;
  readonly d_model: number;
  readonly d_ff: number;
  readonly layers: readonly number[];
  readonly activation: ActivationKind;
  readonly decided_by: 'names' | 'config' | 'metadata' | 'caller';
  readonly x: { readonly shape: number[]; readonly values: number[] };
  readonly outputs: Readonly<Record<string, number[]>>;
}

export interface Family {
  readonly name: string;
  readonly what: string;
  readonly source: readonly string[];
  readonly files: readonly string[];
  readonly config?: object;
  readonly index?: object;
  readonly stacks: readonly FamilyStack[];
  /** Parts of the error's message instead of a network. */
  readonly refused?: readonly string[];
}

export declare const families: readonly Family[];
export declare const most_roundings: number;
export declare function open_family(
  lab: Lab,
  family: Family,
  with_config: boolean,
): Promise<Checkpoint>;
export declare function stack_options(stack: FamilyStack): {
  readonly stack: string;
  readonly fused?: 'activation_first' | 'activation_last';
};
export declare function roundings_from_torch(
  file: Checkpoint,
  stack: FamilyStack,
  activation?: ActivationKind,
): Promise<number>;
