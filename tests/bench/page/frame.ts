/**
 * frame.html?engine=NAME runs one engine in its own frame, with its own globals, memory and
 * workers.
 */
import type { SpeedTask } from '../../../web/page/src/steps/speed/harness/cases.ts';
import type { EngineModule, Gradients, Prepared, RaceWeights, Work } from '../engines/engine.ts';
import { engines } from '../engines/index.mjs';
import { transposed } from '../engines/transposed.mjs';
import type { TrainingTask } from '../training_task.ts';

/** The arguments of an engine. */
export interface Inputs {
  readonly weights: RaceWeights;
  readonly x: Float32Array;
  /** The gradient of the output. */
  readonly grad: Float32Array;
  /** Present if the task is training, which takes nothing else. */
  readonly training?: TrainingTask | undefined;
}

/** Results by the names of their tensors. */
export type Outputs = Readonly<Record<string, Float32Array>>;

/** The interface through which the benchmark uses a frame. */
export interface FrameApi {
  prepare(work: Work, inputs: Inputs, threads: number): Promise<void>;
  time(passes: number): Promise<number>;
  /** The results of the last pass; gradients in the shapes of the weights. */
  result(): Outputs;
  close(): Promise<void>;
}

declare global {
  interface Window {
    race_frame?: FrameApi;
  }
}

/** The clock of the race's page: a frame without isolation has a coarse clock. */
const now = () => window.parent.performance.now();

type Result = Float32Array | Gradients;
type Prepare = (
  engine: EngineModule['engine'],
  work: Work,
  inputs: Inputs,
  threads: number,
) => Promise<Prepared<Result>> | undefined;

const preparations: Record<SpeedTask, Prepare> = {
  forward: (engine, work, { weights }, threads) => engine.prepare?.(work, weights, threads),
  gradients: (engine, work, { weights, grad }, threads) =>
    engine.prepare_gradients?.(work, weights, grad, threads),
  training: (engine, _work, { training }, threads) =>
    training && engine.prepare_training?.(training, threads),
};

/** Returns a result with matrices in the layout of the weights. */
function outputs_of(result: Result, { d_model, d_ff }: Work, layout: 'in_out' | undefined) {
  if (ArrayBuffer.isView(result)) return { y: result }; // or the loss of a step
  if (layout === undefined) return { ...result };
  const [w1, w2] = [transposed(result.w1, d_model, d_ff), transposed(result.w2, d_ff, d_model)];
  return { ...result, w1, w2 };
}

function make_frame(name: string): FrameApi {
  let prepared: Prepared<Result> | undefined;
  let asked: Work | undefined;
  let input = new Float32Array();
  let output: Result = input;
  return {
    async prepare(work, given, threads) {
      const entry = engines[name];
      if (entry === undefined) throw new RangeError(`no engine is called ${name}`);
      const { engine } = await entry.load();
      // The clones are arrays of this realm: `instanceof Float32Array` is false for others, and
      // some engines check it.
      const inputs = structuredClone(given);
      const task = entry.measures ?? work.task ?? 'forward';
      prepared = await preparations[task](engine, work, inputs, threads);
      if (prepared === undefined) throw new Error(`${name} has no function for the task ${task}`);
      [asked, input] = [work, inputs.x as Float32Array<ArrayBuffer>];
    },
    async time(passes) {
      if (prepared === undefined) throw new Error('nothing is prepared');
      let result: Result | Promise<Result> = output;
      const started = now();
      for (let pass = 0; pass < passes; pass++) {
        result = prepared.run(input);
        // A synchronous engine does not wait for the event loop: awaiting would add to its time.
        if (result instanceof Promise) result = await result;
      }
      const elapsed = now() - started;
      output = result;
      return elapsed / passes;
    },
    result() {
      if (asked === undefined) throw new Error('nothing is prepared');
      return outputs_of(output, asked, prepared?.layout);
    },
    async close() {
      await prepared?.close();
      prepared = undefined;
    },
  };
}

window.race_frame = make_frame(new URLSearchParams(location.search).get('engine') ?? '');
