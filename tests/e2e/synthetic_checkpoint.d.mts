interface Sizes {
  readonly n_layers: number;
  readonly d_model: number;
  readonly d_ff: number;
  readonly n_vocab: number;
  readonly n_positions: number;
}

export declare const sizes: Readonly<Record<'small' | 'full', Sizes>>;

/** Writes the file unless it exists. Returns its size in bytes. */
export declare function make_checkpoint(kind: 'small' | 'full', path: string): number;
