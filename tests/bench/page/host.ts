/**
 * The page of the race: prepares every engine for a case, checks its result, then measures all of
 * them in rotated order.
 */
import { operations_of, weight_bytes_of } from '../../../web/page/src/steps/speed/harness/cases.ts';
import type { SpeedTask } from '../../../web/page/src/steps/speed/harness/cases.ts';
import {
  CeilingKernels,
  compile_ceilings,
} from '../../../web/page/src/steps/speed/harness/ceilings.ts';
import { start_other_cores } from '../../../web/page/src/steps/speed/harness/other_cores.ts';
import { best_ceiling, race } from '../../../web/page/src/steps/speed/harness/race.ts';
import type { RaceResult } from '../../../web/page/src/steps/speed/harness/race.ts';
import type { Contestant, RoundOptions } from '../../../web/page/src/steps/speed/harness/rounds.ts';
import { engines } from '../engines/index.mjs';
import { load } from 'ffn-lab';
import type { Work } from '../engines/engine.ts';
import type { EngineResult, RaceReport } from '../report.ts';
import type { FrameApi, Inputs, Outputs } from './frame.ts';
import { checked_places, largest_error, reference } from './reference.ts';
import { largest_gradient_error, reference_gradients } from './reference_gradients.ts';
import { Stable } from './stable.ts';
import { checked_steps, training_task, type TrainingTask } from '../training_task.ts';
import { make_grad, make_input, make_weights } from './work.ts';

export interface RaceRequest {
  readonly work: Work;
  readonly threads: number;
  readonly engines: readonly string[];
  readonly options: RoundOptions;
  /** An engine whose pass takes longer is not measured. */
  readonly longest_pass_milliseconds: number;
}

declare global {
  interface Window {
    run_race?: (request: RaceRequest) => Promise<RaceReport>;
  }
}

interface Ready {
  readonly api: FrameApi;
  readonly largest_error: number;
}

const stable = new Stable();
/** Milliseconds for each operation in the last case, by engine and threads. */
const known_pace = new Map<string, number>();

/**
 * Results are near 1, errors of gradients relative to the largest one: an engine with a larger
 * error has not computed the network, and its time would mean nothing.
 */
const wrong = 1e-3;
const wrong_loss = 1e-5;

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

const longest_wait = 60_000;

/**
 * A call that takes longer counts as failed, because an engine may never return after its worker
 * has died.
 */
function answer_of<Value>(promise: Promise<Value>): Promise<Value> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${seconds(longest_wait)}`)), longest_wait);
  });
  return Promise.race([promise, timeout]);
}

/**
 * The inputs of all engines in a case, and for each task the largest error of its results, given
 * those of the first pass.
 */
interface Task {
  readonly inputs: Inputs;
  readonly error_of: Readonly<
    Record<SpeedTask, (outputs: Outputs, api: FrameApi) => number | Promise<number>>
  >;
}

let training: TrainingTask | undefined;

/** Returns the training of the facts; its losses are those of the plain SIMD variant. */
async function make_training(): Promise<TrainingTask> {
  const { default: corpus } = await import('../../../web/model/vocabulary.json');
  const lab = await load({ variant: 'simd' });
  const task = training_task(lab, corpus);
  lab.dispose();
  return task;
}

/** Trains further steps; returns the largest relative difference of a loss from the expected one. */
async function largest_loss_error(
  { losses }: TrainingTask,
  { y }: Outputs,
  api: FrameApi,
): Promise<number> {
  const found = [y?.[0] ?? NaN];
  while (found.length < checked_steps) {
    await api.time(1);
    found.push(api.result().y?.[0] ?? NaN);
  }
  return Math.max(...found.map((loss, step) => Math.abs(loss / (losses[step] ?? NaN) - 1)));
}

async function make_task(work: Work): Promise<Task> {
  if (work.task === 'training') training ??= await make_training();
  const inputs = {
    ...{ weights: make_weights(work), x: make_input(work), grad: make_grad(work) },
    training: work.task === 'training' ? training : undefined,
  };
  const { weights, x, grad } = inputs;
  const pass = reference(work, weights, x);
  const gradients =
    work.task === 'gradients' ? reference_gradients(work, weights, x, grad) : undefined;
  return {
    inputs,
    error_of: {
      forward: ({ y = new Float32Array() }) => largest_error(work, pass, y),
      gradients: (outputs) => largest_gradient_error(work, gradients ?? [], outputs),
      training: (outputs, api) => largest_loss_error(training as TrainingTask, outputs, api),
    },
  };
}

/** Prepares an engine and checks its first result. Returns the reason if it cannot be measured. */
async function make_ready(name: string, request: RaceRequest, task: Task): Promise<Ready | string> {
  const { work, threads, longest_pass_milliseconds: longest } = request;
  const pace_name = `${name}/${threads}`;
  const predicted = (known_pace.get(pace_name) ?? 0) * operations_of(work);
  if (predicted > longest)
    return `not run: at the pace of a smaller case a pass would take about ${seconds(predicted)}`;
  try {
    const api = await stable.frame(name, threads);
    await answer_of(api.prepare(work, task.inputs, threads));
    const first = await answer_of(api.time(1));
    if (first > longest) {
      known_pace.set(pace_name, first / operations_of(work));
      await api.close();
      return `not measured: one pass took ${seconds(first)}`;
    }
    const computed = engines[name]?.measures ?? work.task ?? 'forward';
    const error = await task.error_of[computed](api.result(), api);
    if (!(error < (computed === 'training' ? wrong_loss : wrong)))
      throw new Error(`its result is wrong, by up to ${error.toPrecision(2)}`);
    return { api, largest_error: error };
  } catch (error) {
    stable.drop(name);
    // `instanceof Error` is false for an error of another realm.
    return (error as { message?: string }).message ?? String(error);
  }
}

const start_core = () =>
  new Worker(
    new URL('../../../web/page/src/steps/speed/harness/ceilings_worker.ts', import.meta.url),
    {
      type: 'module',
    },
  );

async function run_race(request: RaceRequest): Promise<RaceReport> {
  const { work, threads, options } = request;
  const task = await make_task(work);
  const module = await compile_ceilings();
  const kernels = await CeilingKernels.start(module);
  kernels.stream_bytes = weight_bytes_of(work);
  const ready = new Map<string, Ready>();
  const refused: EngineResult[] = [];
  for (const name of request.engines) {
    const outcome = await make_ready(name, request, task);
    if (typeof outcome === 'string') refused.push({ engine: name, not_run: outcome });
    else ready.set(name, outcome);
  }
  const best = best_ceiling(kernels);
  const contestants = [...ready].map(([name, { api }]): Contestant => {
    const wanted = engines[name]?.ceiling ?? best;
    return {
      name,
      ceiling: kernels.kinds.includes(wanted) ? wanted : best,
      time: (passes) => api.time(passes),
    };
  });
  const others =
    threads > 1
      ? await start_other_cores(start_core, threads - 1, module, weight_bytes_of(work) / threads)
      : undefined;
  const setup = {
    case: plain_case(work),
    activation: work.activation,
    threads,
    contestants,
    kernels,
    options,
  };
  const result = await race({ ...setup, other_cores: others?.rate });
  others?.stop();
  for (const { api } of ready.values()) await api.close();
  return {
    ...result,
    engines: request.engines.map((name) => complete(name, result, refused, ready, work)),
  };
}

const plain_case = ({ name, tokens, d_model, d_ff, task }: Work) => ({
  ...{ name, tokens, d_model, d_ff },
  ...(task === undefined ? {} : { task }),
});

/** Returns the engine's row: its times and its error, or the reason why it has none. */
function complete(
  name: string,
  result: RaceResult,
  refused: EngineResult[],
  ready: Map<string, Ready>,
  work: Work,
): EngineResult {
  const measured = result.engines.find(({ engine }) => engine === name);
  const error = ready.get(name)?.largest_error;
  if (measured === undefined || error === undefined) {
    return refused.find(({ engine }) => engine === name) ?? { engine: name, not_run: 'no result' };
  }
  known_pace.set(`${name}/${result.threads}`, measured.milliseconds.median / operations_of(work));
  return { ...measured, largest_error: error, checked_tokens: checked_places(work.tokens).length };
}

window.run_race = run_race;
