/**
 * The measurements of the step, which run in a worker. The text of each exported function, with all that it uses, is the program of its
 * numbers: it measures again. They dispose of engines and pools before the next race, as far as these would slow it down.
 */
import type { Lab, Pool } from 'ffn-lab';
import { forward_stages, operations_of, speed_activations, weight_bytes_of, type SpeedCase, type SpeedMode } from '../../speed/cases.ts';
import type { OtherCores } from '../../speed/other_cores.ts';
import { race, type RaceResult, type RaceSetup, type Spread } from '../../speed/race.ts';
import type { Contestant, RoundOptions } from '../../speed/rounds.ts';
import { activation, is_ready, make_task, pass_contestant, prepare_all, refusal, refused, timed } from './engines.ts';
import type { Host, Prepared, SingleEngine, Task } from './engines.ts';

const giga = 1e9;

/** Spread of an increasing function of each measurement. */
const map_increasing = (spread: Spread, map: (value: number) => number): Spread => ({
  median: map(spread.median),
  lower_quartile: map(spread.lower_quartile),
  upper_quartile: map(spread.upper_quartile),
  count: spread.count,
});

/** Returns the measurements of the contestant of that name; its products have the share `of_operations` of the pass. */
function measured_of({ case: work, engines }: RaceResult, name: string, of_operations = 1) {
  const found = engines.find(({ engine }) => engine === name) as RaceResult['engines'][number];
  const { milliseconds, share_of_limit: share, passes_per_sample: passes } = found;
  const gflops = (time: number) => (1000 * of_operations * operations_of(work)) / time / giga;
  return {
    /** Per pass. */
    milliseconds,
    /** Microseconds. */
    per_token: map_increasing(milliseconds, (time) => (1000 * time) / work.tokens),
    /** Billions of multiplications and additions per second; the slowest quarter takes longest. */
    gflops: {
      median: gflops(milliseconds.median),
      lower_quartile: gflops(milliseconds.upper_quartile),
      upper_quartile: gflops(milliseconds.lower_quartile),
      count: milliseconds.count,
    },
    /** Measured rate divided by the machine's limit (arithmetic or memory bandwidth) at the same time; 1 is the limit. */
    share,
    /** Passes in one sample; in a burst single ones, whose mean is the sample. */
    passes,
  };
}
type Measured = ReturnType<typeof measured_of>;

/** Peak rates that the microbenchmark loops reached between the rounds, in billions of operations or bytes per second. */
function limits_of({ case: work, ceilings: { all_cores }, limit_milliseconds, threads }: RaceResult) {
  const rate = (kind: 'fused' | 'separate' | 'stream') => map_increasing(all_cores[kind] as Spread, (value) => value / giga);
  return {
    workers: threads,
    /** Multiply-adds; absent if the browser has none. */
    ...(all_cores.fused && { fused: rate('fused') }),
    /** Multiplications and additions. */
    separate: rate('separate'),
    /** Reading of weights. */
    stream: rate('stream'),
    /** Upper bound for this work at these rates. */
    gflops: (1000 * operations_of(work)) / limit_milliseconds / giga,
  };
}
export type Limits = ReturnType<typeof limits_of>;

export interface EngineLine {
  /** `pool` is the best build on several workers. */
  readonly engine: SingleEngine | 'pool';
  readonly workers: number;
  readonly measured?: Measured;
  /** Largest absolute difference from the output of the first engine. */
  readonly difference?: number;
  readonly refused?: ReturnType<typeof refusal>;
}

/** Limits one benchmark to a few seconds. Bursts follow sustained calls, which have warmed up the code. */
const live_options: Readonly<Record<SpeedMode, RoundOptions>> = {
  sustained: { mode: 'sustained', warm_up_milliseconds: 300, budget_milliseconds: 2500, fewest_rounds: 5, most_rounds: 24 },
  burst: { mode: 'burst', warm_up_milliseconds: 50, budget_milliseconds: 1500, fewest_rounds: 5, most_rounds: 40 },
};

/** Options that report progress as part `part` of `parts` equal parts. */
const options_of_part = ({ progress }: Host, part: number, parts: number, mode: SpeedMode) => ({
  ...live_options[mode],
  on_progress: (share: number) => progress((part + share) / parts),
});

type InBothModes<Value> = Readonly<Record<SpeedMode, Value>>;
type RaceInBothModes = (setup: Omit<RaceSetup, 'options'>) => Promise<InBothModes<RaceResult>>;

/** Runs the sustained race and then the bursts, which need its warm code, as the parts `part` and `part + 1` of `parts`. */
const race_in_both_modes =
  (host: Host, part: number, parts: number): RaceInBothModes =>
  async (setup) => {
    const sustained = await race({ ...setup, options: options_of_part(host, part, parts, 'sustained') });
    const burst = await race({ ...setup, options: options_of_part(host, part + 1, parts, 'burst') });
    return { sustained, burst };
  };

const in_both_modes = <Value>(make: (mode: SpeedMode) => Value): InBothModes<Value> => ({
  sustained: make('sustained'),
  burst: make('burst'),
});

interface PoolLine {
  readonly line: EngineLine;
  readonly limits?: Limits;
}

/** Returns the result line and the limits of a pool of `workers` workers, or a line with the reason for its absence. */
async function pool_lines(
  { lab, kernels, module, work, ffn, x }: Task,
  workers: number,
  run: RaceInBothModes,
  { start_cores }: Host,
): Promise<InBothModes<PoolLine>> {
  const line = { engine: 'pool', workers } as const;
  let pool: Pool | undefined;
  let cores: OtherCores | undefined;
  try {
    if (start_cores === undefined) throw refused('no_workers', '');
    const running = (pool = await lab.pool({ workers }));
    cores = await start_cores(workers - 1, kernels, module, weight_bytes_of(work) / workers);
    const contestant = timed('pool', kernels, async (passes) => {
      for (let pass = 0; pass < passes; pass++) await running.forward(ffn, x);
    });
    const difference = lab.difference(await running.forward(ffn, x), ffn.forward(x)).largest;
    const results = await run({ case: work, activation, threads: workers, contestants: [contestant], kernels, other_cores: cores.rate });
    return in_both_modes((mode) => ({
      line: { ...line, measured: measured_of(results[mode], 'pool'), difference },
      limits: limits_of(results[mode]),
    }));
  } catch (error) {
    return in_both_modes(() => ({ line: { ...line, refused: refusal(error) } }));
  } finally {
    cores?.stop();
    pool?.dispose();
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
  const task = await make_task(lab, work);
  const prepared = await prepare_all(names, task, host);
  const ready = prepared.filter(is_ready);
  const contestants = ready.map(({ contestant }) => contestant);
  const run = (part: number) => race_in_both_modes(host, 2 * part, 2 * (1 + pools.length));
  const results = await run(0)({ case: work, activation, threads: 1, contestants, kernels: task.kernels });
  for (const { dispose } of ready) dispose();
  const pooled: InBothModes<PoolLine>[] = [];
  for (const [index, workers] of pools.entries()) pooled.push(await pool_lines(task, workers, run(1 + index), host));
  return in_both_modes((mode) => {
    const result = results[mode];
    const of_pools = pooled.map((both) => both[mode]);
    const line_of = (own: Prepared): EngineLine =>
      is_ready(own)
        ? { engine: own.engine, workers: 1, measured: measured_of(result, own.engine), difference: own.difference }
        : { engine: own.engine, workers: 1, refused: own.refused };
    const lines = [...prepared.map(line_of), ...of_pools.map(({ line }) => line)];
    const limits = [limits_of(result), ...of_pools.flatMap((one) => one.limits ?? [])];
    return { mode, work, date, rounds: result.rounds, activation, lines, limits, version: lab.info().version };
  });
}

/** Runs a sustained race with the lab's own build. */
async function race_alone({ lab, work, kernels }: Task, contestants: readonly Contestant[], host: Host) {
  const date = new Date().toISOString();
  host.progress(0);
  const result = await race({
    case: work,
    activation,
    threads: 1,
    contestants,
    kernels,
    options: options_of_part(host, 0, 1, 'sustained'),
  });
  return { result, circumstances: { work, date, rounds: result.rounds, engine: lab.info().variant, limits: limits_of(result) } };
}

/** Compares the activations: the median time with exact GELU divided by that with ReLU, and whether their interquartile ranges are disjoint. */
export async function activations(lab: Lab, work: SpeedCase, host: Host) {
  const task = await make_task(lab, work);
  const contestants = speed_activations.map((name) => {
    const ffn = lab.FeedForward({ weights: task.ffn.weights(), activation: name });
    return pass_contestant(name, task.kernels, (x) => ffn.forward(x), task.x);
  });
  const { result, circumstances } = await race_alone(task, contestants, host);
  const measured = (name: (typeof speed_activations)[number]) => measured_of(result, name);
  const found = { gelu: measured('gelu'), gelu_tanh: measured('gelu_tanh'), relu: measured('relu') };
  const [gelu, relu] = [found.gelu.milliseconds, found.relu.milliseconds];
  return {
    ...circumstances,
    activations: found,
    ratio: gelu.median / relu.median,
    apart: gelu.lower_quartile > relu.upper_quartile || relu.lower_quartile > gelu.upper_quartile,
  };
}

/**
 * Compares the stages of a pass with the whole: the public `forward` call, with the copies of the input and the output. Median times of
 * stages are divided by the median time of the pass; `rest` is in none of the stages, and measurement noise can make it negative.
 */
export async function stages(lab: Lab, work: SpeedCase, host: Host) {
  const task = await make_task(lab, work);
  const { kernels, ffn, x } = task;
  const parts = lab.ForwardStages(ffn, x);
  const whole = pass_contestant('pass', kernels, (input) => ffn.forward(input), x);
  const single = forward_stages.map((stage) => timed(stage, kernels, (passes) => parts.run(stage, passes)));
  const { result, circumstances } = await race_alone(task, [whole, ...single], host);
  const pass = measured_of(result, 'pass');
  const of_pass = (stage: (typeof forward_stages)[number]) => measured_of(result, stage).milliseconds.median / pass.milliseconds.median;
  // A matrix product has half of the operations of the pass, the activation none.
  const product = (stage: 'linear1' | 'linear2') => {
    const { milliseconds, per_token, gflops } = measured_of(result, stage, 1 / 2);
    return { milliseconds, per_token, gflops, of_pass: of_pass(stage) };
  };
  const { milliseconds, per_token } = measured_of(result, 'activation');
  return {
    ...circumstances,
    activation,
    stages: {
      linear1: product('linear1'),
      activation: { milliseconds, per_token, of_pass: of_pass('activation') },
      linear2: product('linear2'),
    },
    pass,
    rest: { of_pass: 1 - forward_stages.reduce((sum, stage) => sum + of_pass(stage), 0) },
  };
}
