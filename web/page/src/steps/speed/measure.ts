/**
 * The measurements of the step, which run in a worker. The text of each exported function, with all that it uses, is the program of its
 * numbers: it measures again.
 */
import type { Lab, Pool, Tensor } from 'ffn-lab';
import { forward_stages, operations_of, speed_activations, weight_bytes_of } from '../../speed/cases.ts';
import { CeilingKernels } from '../../speed/ceilings.ts';
import { compile_ceilings } from '../../speed/ceilings_module.ts';
import { live_options, race_activations, race_input, race_stages, timed, whole_pass } from '../../speed/live.ts';
import { race } from '../../speed/race.ts';
import type { RaceSetup } from '../../speed/race.ts';
import type { RaceResult, SpeedCase, SpeedMode, Spread } from '../../speed/results.ts';
import { prepare, refusal } from './engines.ts';
import type { EngineLine, Host, Ready, SingleEngine, Task } from './engines.ts';

const activation = 'gelu';
const giga = 1e9;

/** Spread of an increasing function of each measurement. */
const map_increasing = (spread: Spread, map: (value: number) => number): Spread => ({
  median: map(spread.median),
  lower_quartile: map(spread.lower_quartile),
  upper_quartile: map(spread.upper_quartile),
  count: spread.count,
});

/** Spread of a decreasing function of each measurement, such as a rate of a time: the quartiles swap. */
function map_decreasing(spread: Spread, map: (value: number) => number): Spread {
  const { lower_quartile, upper_quartile, ...rest } = map_increasing(spread, map);
  return { ...rest, lower_quartile: upper_quartile, upper_quartile: lower_quartile };
}

/** Returns the measurements of the contestant of that name. @throws Error if it was not measured */
function measured_of({ case: work, engines }: RaceResult, name: string) {
  const { milliseconds, share_of_limit: share, passes_per_sample: passes = 1 } = engines.find(({ engine }) => engine === name) ?? {};
  if (milliseconds === undefined || share === undefined) throw new Error(`${name} was not measured`);
  return {
    /** Per pass. */
    milliseconds,
    /** Microseconds. */
    per_token: map_increasing(milliseconds, (time) => (1000 * time) / work.tokens),
    /** Billions of multiplications and additions per second. */
    gflops: map_decreasing(milliseconds, (time) => (1000 * operations_of(work)) / time / giga),
    /** Measured rate divided by the machine's limit (arithmetic or memory bandwidth) at the same time; 1 is the limit. */
    share,
    /** Passes in one sample; in a burst single ones, whose mean is the sample. */
    passes,
  };
}

/** Peak rates that the microbenchmark loops reached between the rounds, in billions of operations or bytes per second. */
function limits_of({ case: work, ceilings: { all_cores }, limit_milliseconds, threads }: RaceResult) {
  const rate = (kind: 'fused' | 'separate' | 'stream') => all_cores[kind] && map_increasing(all_cores[kind], (value) => value / giga);
  const none: Spread = { median: NaN, lower_quartile: NaN, upper_quartile: NaN, count: 0 };
  const fused = rate('fused');
  return {
    workers: threads,
    /** Multiply-adds; absent if the browser has none. */
    ...(fused && { fused }),
    /** Multiplications and additions. */
    separate: rate('separate') ?? none,
    /** Reading of weights. */
    stream: rate('stream') ?? none,
    /** Upper bound for this work at these rates. */
    gflops: (1000 * operations_of(work)) / limit_milliseconds / giga,
  };
}
export type Limits = ReturnType<typeof limits_of>;

/** Options that report progress as part `part` of `parts` equal parts. */
const options_of_part = ({ progress }: Host, part: number, parts: number, mode: SpeedMode) => ({
  ...live_options[mode],
  on_progress: (share: number) => progress((part + share) / parts),
});

type InBothModes<Value> = Readonly<Record<SpeedMode, Value>>;

/** Runs the sustained race and then the bursts, which need its warm code, as the parts `part` and `part + 1` of `parts`. */
async function race_in_both_modes(setup: Omit<RaceSetup, 'options'>, host: Host, part: number, parts: number) {
  const sustained = await race({ ...setup, options: options_of_part(host, part, parts, 'sustained') });
  const burst = await race({ ...setup, options: options_of_part(host, part + 1, parts, 'burst') });
  return { sustained, burst };
}

const in_both_modes = <Value>(make: (mode: SpeedMode) => Value): InBothModes<Value> => ({
  sustained: make('sustained'),
  burst: make('burst'),
});

async function start_kernels(work: SpeedCase) {
  const module = await compile_ceilings();
  const kernels = await CeilingKernels.start(module);
  kernels.stream_bytes = weight_bytes_of(work);
  return { module, kernels };
}

function make_task(lab: Lab, kernels: CeilingKernels, work: SpeedCase): Task {
  const ffn = lab.FeedForward({ d_model: work.d_model, d_ff: work.d_ff, seed: 42 });
  const weights = ffn.weights();
  ffn.dispose();
  return { lab, kernels, work, activation, weights, x: race_input(lab, work) };
}

async function prepare_all(names: readonly SingleEngine[], task: Task, { load, progress }: Host) {
  const ready: Ready[] = [];
  const refused: EngineLine[] = [];
  let expected: Tensor | undefined;
  for (const engine of names) {
    progress(0);
    const outcome = await prepare(engine, load, task, expected);
    if ('line' in outcome) refused.push(outcome.line);
    else {
      ready.push(outcome.ready);
      expected ??= outcome.ready.forward(task.x);
    }
  }
  return { ready, refused };
}

type RaceInBothModes = (setup: Omit<RaceSetup, 'options'>) => Promise<InBothModes<RaceResult>>;

async function pool_race(
  task: Task,
  workers: number,
  module: WebAssembly.Module,
  run: RaceInBothModes,
  start: Host['start_cores'] & object,
) {
  const { lab, kernels, work, weights, x } = task;
  const ffn = lab.FeedForward({ weights, activation });
  let pool: Pool | undefined;
  let others: Awaited<ReturnType<typeof start>> | undefined;
  try {
    pool = await lab.pool({ workers });
    others = await start(workers - 1, kernels, module, weight_bytes_of(work) / workers);
    const [running, cores] = [pool, others];
    const contestant = timed('pool', kernels, async (passes) => {
      for (let pass = 0; pass < passes; pass++) await running.forward(ffn, x);
    });
    const difference = lab.difference(await running.forward(ffn, x), ffn.forward(x)).largest;
    const other_cores: RaceSetup['other_cores'] & object = (kind, milliseconds) => cores.rate(kind, milliseconds);
    const results = await run({ case: work, activation, threads: workers, contestants: [contestant], kernels, other_cores });
    return { results, difference };
  } finally {
    others?.stop();
    pool?.dispose();
    ffn.dispose();
  }
}

interface PoolLine {
  readonly line: EngineLine;
  readonly limits?: Limits;
}

/** Returns the result line and the limits of a pool of `workers` workers, or a line with the reason for its absence. */
async function pool_lines(task: Task, workers: number, module: WebAssembly.Module, run: RaceInBothModes, { start_cores }: Host) {
  const line = { engine: 'pool', workers } as const;
  const refused = (reason: ReturnType<typeof refusal>) => in_both_modes((): PoolLine => ({ line: { ...line, refused: reason } }));
  if (start_cores === undefined) return refused({ reason: 'no_workers', detail: '' });
  try {
    const { results, difference } = await pool_race(task, workers, module, run, start_cores);
    return in_both_modes((mode): PoolLine => ({
      line: { ...line, measured: measured_of(results[mode], 'pool'), difference },
      limits: limits_of(results[mode]),
    }));
  } catch (error) {
    return refused(refusal(error));
  }
}

interface EnginesRequest {
  readonly work: SpeedCase;
  readonly engines: readonly SingleEngine[];
  /** Pool sizes to measure, in workers; each size is a separate measurement. */
  readonly pools: readonly number[];
}

/** Compares engines, in calls one after the other and in single ones; `limits` are those of one core, then of as many as each pool has workers. */
export async function engines(lab: Lab, { work, engines: names, pools }: EnginesRequest, host: Host) {
  const date = new Date().toISOString();
  const { module, kernels } = await start_kernels(work);
  const task = make_task(lab, kernels, work);
  const { ready, refused } = await prepare_all(names, task, host);
  const contestants = ready.map(({ contestant }) => contestant);
  const parts = 2 * (1 + pools.length);
  const results = await race_in_both_modes({ case: work, activation, threads: 1, contestants, kernels }, host, 0, parts);
  for (const { dispose } of ready) dispose();
  const pooled: InBothModes<PoolLine>[] = [];
  for (const [index, workers] of pools.entries()) {
    const run: RaceInBothModes = (setup) => race_in_both_modes(setup, host, 2 * (1 + index), parts);
    pooled.push(await pool_lines(task, workers, module, run, host));
  }
  return in_both_modes((mode) => {
    const result = results[mode];
    const of_pools = pooled.map((both) => both[mode]);
    const line_of = (engine: SingleEngine): EngineLine => {
      const own = ready.find((one) => one.engine === engine);
      if (own === undefined) return refused.find((line) => line.engine === engine) ?? { engine, workers: 1 };
      return { engine, workers: 1, measured: measured_of(result, engine), difference: own.difference };
    };
    const lines = [...names.map(line_of), ...of_pools.map(({ line }) => line)];
    const limits = [limits_of(result), ...of_pools.flatMap((one) => one.limits ?? [])];
    return { mode, work, date, rounds: result.rounds, activation, lines, limits };
  });
}

/** Compares the activations: the median time with exact GELU divided by that with ReLU, and whether their interquartile ranges are disjoint. */
export async function activations(lab: Lab, work: SpeedCase, host: Host) {
  const date = new Date().toISOString();
  const { kernels } = await start_kernels(work);
  host.progress(0);
  const result = await race_activations(lab, kernels, work, speed_activations, options_of_part(host, 0, 1, 'sustained'));
  const measured = (name: (typeof speed_activations)[number]) => measured_of(result, name);
  const found = { gelu: measured('gelu'), gelu_tanh: measured('gelu_tanh'), relu: measured('relu') };
  const [gelu, relu] = [found.gelu.milliseconds, found.relu.milliseconds];
  return {
    work,
    date,
    rounds: result.rounds,
    engine: lab.info().variant,
    activations: found,
    ratio: gelu.median / relu.median,
    apart: gelu.lower_quartile > relu.upper_quartile || relu.lower_quartile > gelu.upper_quartile,
    limits: limits_of(result),
  };
}

/**
 * Compares the stages of a pass with the whole: the public `forward` call, with the copies of the input and the output. Median times of
 * stages are divided by the median time of the pass; `rest` is in none of the stages, and measurement noise can make it negative.
 */
export async function stages(lab: Lab, work: SpeedCase, host: Host) {
  const date = new Date().toISOString();
  const { kernels } = await start_kernels(work);
  host.progress(0);
  const result = await race_stages(lab, kernels, work, activation, forward_stages, options_of_part(host, 0, 1, 'sustained'));
  const pass = measured_of(result, whole_pass);
  const measured = (stage: (typeof forward_stages)[number]) => {
    const { milliseconds, per_token } = measured_of(result, stage);
    return { milliseconds, per_token, of_pass: milliseconds.median / pass.milliseconds.median };
  };
  // A matrix product has half of the operations of the pass, the activation none.
  const product = (stage: 'linear1' | 'linear2') => ({
    ...measured(stage),
    gflops: map_increasing(measured_of(result, stage).gflops, (rate) => rate / 2),
  });
  const found = { linear1: product('linear1'), activation: measured('activation'), linear2: product('linear2') };
  return {
    work,
    date,
    rounds: result.rounds,
    engine: lab.info().variant,
    activation,
    stages: found,
    pass,
    rest: { of_pass: 1 - forward_stages.reduce((sum, stage) => sum + found[stage].of_pass, 0) },
    limits: limits_of(result),
  };
}
