/**
 * The measurements of the step. They dispose of engines and pools before the next race, as far as
 * these would slow it down.
 */
import type { Pool } from 'ffn-lab';
import type { Given, Progress } from '../../compute/recipe.ts';
import {
  forward_stages,
  speed_activations,
  weight_bytes_of,
  type SpeedCase,
  type SpeedMode,
} from './harness/cases.ts';
import type { OtherCores } from './harness/other_cores.ts';
import { race, type RaceSetup } from './harness/race.ts';
import type { Contestant, RoundOptions } from './harness/rounds.ts';
import {
  activation,
  make_task,
  pass_contestant,
  prepare_all,
  refusal,
  refused,
  timed,
} from './engines.ts';
import type { Asked, Host, Line, SingleEngine, Task } from './engines.ts';
import { limits_of, measured_of, times_of } from './measured.ts';

export type EngineLine = Line & { readonly measured?: ReturnType<typeof measured_of> };

/**
 * Limits one benchmark to a few seconds. Bursts follow sustained calls, which have warmed up the
 * code.
 */
const live_options: Readonly<Record<SpeedMode, RoundOptions>> = {
  sustained: {
    mode: 'sustained',
    warm_up_milliseconds: 300,
    budget_milliseconds: 2500,
    fewest_rounds: 5,
    most_rounds: 24,
  },
  burst: {
    mode: 'burst',
    warm_up_milliseconds: 50,
    budget_milliseconds: 1500,
    fewest_rounds: 5,
    most_rounds: 40,
  },
};

/** A race on one thread, without its options. */
function race_of({ work, kernels }: Task, contestants: readonly Contestant[]) {
  return { case: work, activation, threads: 1, contestants, kernels };
}

/**
 * Runs the sustained race and then the bursts, which need its warm code, as part `part` of `parts`
 * equal parts of the progress.
 */
async function race_in_both_modes(
  setup: Omit<RaceSetup, 'options'>,
  { progress }: Asked,
  part: number,
  parts: number,
) {
  const run = (mode: SpeedMode, half: 0 | 1) =>
    race({
      ...setup,
      options: {
        ...live_options[mode],
        on_progress: (share) =>
          progress.report({ done: (part + (half + share) / 2) / parts, of: 1 }),
      },
    });
  return { sustained: await run('sustained', 0), burst: await run('burst', 1) };
}

type Measured = {
  readonly line: Line;
  readonly results?: Awaited<ReturnType<typeof race_in_both_modes>> | undefined;
};

/** Measures a pool of `workers` workers, or returns the reason for its absence. */
async function measure_pool(
  task: Task,
  workers: number,
  given: Asked,
  part: number,
  parts: number,
): Promise<Measured> {
  const { lab, kernels, module, work, ffn, x } = task;
  const line = { engine: 'pool', workers } as const;
  let pool: Pool | undefined;
  let cores: OtherCores | undefined;
  try {
    const { start_cores } = given.session;
    if (start_cores === undefined) throw refused('no_workers', '');
    const running = (pool = await lab.pool({ workers }));
    cores = await start_cores(workers - 1, kernels, module, weight_bytes_of(work) / workers);
    const contestant = timed('pool', kernels, async (passes) => {
      for (let pass = 0; pass < passes; pass++) await running.forward(ffn, x);
    });
    const difference = lab.difference(await running.forward(ffn, x), ffn.forward(x)).largest;
    const setup = { ...race_of(task, [contestant]), threads: workers, other_cores: cores.rate };
    return {
      line: { ...line, difference },
      results: await race_in_both_modes(setup, given, part, parts),
    };
  } catch (error) {
    return { line: { ...line, refused: refusal(error) } };
  } finally {
    cores?.stop();
    pool?.dispose();
  }
}

/** `was_hidden`: whether the page was hidden meanwhile, because browsers throttle hidden pages. */
interface WorkRequest {
  readonly work: SpeedCase;
  readonly was_hidden?: boolean;
}

/** `pools`: pool sizes to measure, in workers; each size is a separate measurement. */
interface EnginesRequest extends WorkRequest {
  readonly engines: readonly SingleEngine[];
  readonly pools: readonly number[];
}

/**
 * Compares engines, in consecutive calls and in single ones. `limits` are the limits of one core,
 * then for each pool the limits of as many cores as it has workers.
 */
export async function engines(
  { lab, session, progress }: Given<Host>,
  { work, engines: names, pools }: EnginesRequest,
) {
  const given = { session, progress };
  const date = new Date().toISOString();
  const task = await make_task(lab, work);
  const prepared = await prepare_all(names, task, given);
  const contestants = prepared.flatMap(({ contestant }) => contestant ?? []);
  const parts = 1 + pools.length;
  const results = await race_in_both_modes(race_of(task, contestants), given, 0, parts);
  for (const { dispose } of prepared) dispose?.();
  const of_pools: Measured[] = [];
  for (const [index, workers] of pools.entries())
    of_pools.push(await measure_pool(task, workers, given, 1 + index, parts));
  const all = [
    ...prepared.map(({ line, contestant }): Measured => ({ line, results: contestant && results })),
    ...of_pools,
  ];
  const in_mode = (mode: SpeedMode) => {
    const line_of = ({ line, results: own }: Measured): EngineLine =>
      own ? { ...line, measured: measured_of(own[mode], line.engine) } : line;
    const limits = [results, ...of_pools.flatMap((pool) => pool.results ?? [])].map((own) =>
      limits_of(own[mode]),
    );
    const { rounds } = results[mode];
    return {
      mode,
      work,
      date,
      rounds,
      activation,
      lines: all.map(line_of),
      limits,
      version: lab.info().version,
    };
  };
  return { sustained: in_mode('sustained'), burst: in_mode('burst') };
}

/** Runs a sustained race with the lab's own build. */
async function race_alone(task: Task, contestants: readonly Contestant[], progress: Progress) {
  const date = new Date().toISOString();
  progress.report({ done: 0 });
  const result = await race({
    ...race_of(task, contestants),
    options: { ...live_options.sustained, on_progress: (done) => progress.report({ done, of: 1 }) },
  });
  const { work, lab } = task;
  return {
    result,
    circumstances: {
      work,
      date,
      rounds: result.rounds,
      engine: lab.info().variant,
      limits: limits_of(result),
    },
  };
}

/**
 * Compares the activations: the median time with exact GELU divided by that with ReLU, and how
 * probable such a difference would be by chance.
 */
export async function activations({ lab, progress }: Given, { work }: WorkRequest) {
  const task = await make_task(lab, work);
  const contestants = speed_activations.map((name) => {
    const ffn = lab.FeedForward({ weights: task.ffn.weights(), activation: name });
    return pass_contestant(name, task.kernels, (x) => ffn.forward(x), task.x);
  });
  const { result, circumstances } = await race_alone(task, contestants, progress);
  const found = {
    gelu: measured_of(result, 'gelu'),
    gelu_tanh: measured_of(result, 'gelu_tanh'),
    relu: measured_of(result, 'relu'),
  };
  const [gelu, relu] = [found.gelu.milliseconds, found.relu.milliseconds];
  return {
    ...circumstances,
    activations: found,
    ratio: gelu.median / relu.median,
    rank_test: lab.rank_test(times_of(result, 'gelu'), times_of(result, 'relu')),
  };
}

/**
 * Compares the stages of a pass with the whole: the public `forward` call, with the copies of the
 * input and the output.
 */
export async function stages({ lab, progress }: Given, { work }: WorkRequest) {
  const task = await make_task(lab, work);
  const { kernels, ffn, x } = task;
  const parts = lab.ForwardStages(ffn, x);
  const whole = pass_contestant('pass', kernels, (input) => ffn.forward(input), x);
  const single = forward_stages.map((stage) =>
    timed(stage, kernels, (passes) => parts.run(stage, passes)),
  );
  const { result, circumstances } = await race_alone(task, [whole, ...single], progress);
  const pass = measured_of(result, 'pass');
  const times = (stage: (typeof forward_stages)[number]) => {
    const { milliseconds, per_token } = measured_of(result, stage);
    return { milliseconds, per_token, of_pass: milliseconds.median / pass.milliseconds.median };
  };
  // A matrix product has half of the operations of the pass, the activation none.
  const product = (stage: 'linear1' | 'linear2') => ({
    ...times(stage),
    gflops: measured_of(result, stage, 1 / 2).gflops,
  });
  const measured = {
    linear1: product('linear1'),
    activation: times('activation'),
    linear2: product('linear2'),
  };
  const of_stages = forward_stages.reduce((sum, stage) => sum + measured[stage].of_pass, 0);
  // `rest` is in none of the stages; measurement noise can make it negative.
  return { ...circumstances, activation, stages: measured, pass, rest: { of_pass: 1 - of_stages } };
}
