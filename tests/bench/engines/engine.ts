/** What every engine of the race is to us. */
import type { RaceWeights } from '../../../web/page/src/speed/plain_javascript.ts';
import type { SpeedActivation, SpeedCase } from '../../../web/page/src/speed/results.ts';

export type { RaceWeights };

/** An engine with the weights of a case in the form that it likes best. */
export interface Prepared {
  /** x (tokens, d_model) in an array of ours, y in an array of ours: both copies are part of the time. */
  run(x: Float32Array): Float32Array | Promise<Float32Array>;
  close(): void | Promise<void>;
}

export interface Engine {
  /** Throws `Unable` with the reason in words where the engine has no such thing. */
  prepare(work: SpeedCase & { readonly activation: SpeedActivation }, weights: RaceWeights, threads: number): Promise<Prepared>;
}

/** Not a fault: the engine cannot do this, and the table says why. */
export class Unable extends Error {
  override readonly name = 'Unable';
}

export interface EngineModule {
  readonly engine: Engine;
}
