/** The interface of the engines of the race. */
import type { RaceWeights } from '../../../web/page/src/speed/plain_javascript.ts';
import type { SpeedActivation, SpeedCase } from '../../../web/page/src/speed/cases.ts';

export type { RaceWeights };

/** An engine with the weights of a case in its preferred layout. */
export interface Prepared {
  /**
   * Takes x (tokens, d_model) in a caller's array and returns y in a new array, so the measured
   * time includes both copies.
   */
  run(x: Float32Array): Float32Array | Promise<Float32Array>;
  close(): void | Promise<void>;
}

export interface Engine {
  /** Throws `Unable` with the reason if the engine does not support the case. */
  prepare(
    work: SpeedCase & { readonly activation: SpeedActivation },
    weights: RaceWeights,
    threads: number,
  ): Promise<Prepared>;
}

/** The engine does not support a case; not a failure. The table shows the reason. */
export class Unable extends Error {
  override readonly name = 'Unable';
}

export interface EngineModule {
  readonly engine: Engine;
}
