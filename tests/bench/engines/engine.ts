/** The interface of the engines of the race. */
import type { RaceWeights } from '../../../web/page/src/steps/speed/harness/plain_javascript.ts';
import type {
  SpeedActivation,
  SpeedCase,
} from '../../../web/page/src/steps/speed/harness/cases.ts';

import type { TrainingTask } from '../training_task.ts';

export type { RaceWeights };
export type Work = SpeedCase & { readonly activation: SpeedActivation };

/** The gradients of sum(y · grad): of x (tokens, d_model) and of the weights, in their shapes. */
export type Gradients = RaceWeights & { readonly x: Float32Array };

/** An engine with the weights of a case in its preferred layout. */
export interface Prepared<Result = Float32Array> {
  /**
   * Takes x (tokens, d_model) in a caller's array and returns y, or the gradients, in the caller's
   * memory, so the measured time includes the copies of both.
   */
  run(x: Float32Array): Result | Promise<Result>;
  close(): void | Promise<void>;
  /** The layout of the gradients of the weight matrices, where it is not that of the weights. */
  readonly layout?: 'in_out';
}

export interface Engine {
  /** Throws `Unable` with the reason if the engine does not support the case. */
  prepare(work: Work, weights: RaceWeights, threads: number): Promise<Prepared>;
}

export interface GradientEngine extends Engine {
  /** Each run passes `grad` (tokens, d_model), the gradient of y, too. */
  prepare_gradients(
    work: Work,
    weights: RaceWeights,
    grad: Float32Array,
    threads: number,
  ): Promise<Prepared<Gradients>>;
}

export interface TrainingEngine {
  /** Each run trains a step and returns its loss, before the update. */
  prepare_training(task: TrainingTask, threads: number): Promise<Prepared>;
}

/** The engine does not support a case; not a failure. The table shows the reason. */
export class Unable extends Error {
  override readonly name = 'Unable';
}

/** An engine that is loaded for a task has its function. */
export interface EngineModule {
  readonly engine: Partial<GradientEngine & TrainingEngine>;
}
