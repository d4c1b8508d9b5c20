/** Handlers of the worker that runs one measurement and is terminated afterwards. */
import { start_core } from '#edition/core_worker.ts';
import type { Lab, Pool, Tensor } from 'ffn-lab';
import type { CallContext, Handler } from '../../numbers/handler.ts';
import { operations_of, weight_bytes_of } from '../../speed/cases.ts';
import { CeilingKernels } from '../../speed/ceilings.ts';
import { compile_ceilings } from '../../speed/ceilings_module.ts';
import { live_options, race_activations, race_input, race_stages, whole_pass } from '../../speed/live.ts';
import { OtherCores } from '../../speed/other_cores.ts';
import { best_ceiling, race } from '../../speed/race.ts';
import type { RaceSetup } from '../../speed/race.ts';
import type { RaceResult, SpeedCase, SpeedMode, Spread } from '../../speed/results.ts';
import type { Contestant, RoundOptions } from '../../speed/rounds.ts';
import { forward_stages, raced_activations, single_engines } from './calls.ts';
import type {
  ActivationsReply,
  EngineLine,
  EnginesReply,
  EnginesRequest,
  Limits,
  Measured,
  MeasuredStage,
  SpeedCalls,
  StageName,
  StagesReply,
} from './calls.ts';
import { prepare, refusal } from './engines.ts';
import type { Ready, Task } from './engines.ts';

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

const giga = 1e9;

/** Returns the measurements of the contestant of that name; undefined if it was not measured. */
function measured_of({ case: work, engines }: RaceResult, name: string): Measured | undefined {
  const result = engines.find(({ engine }) => engine === name);
  if (result?.milliseconds === undefined || result.share_of_limit === undefined) return undefined;
  return {
    milliseconds: result.milliseconds,
    per_token: map_increasing(result.milliseconds, (milliseconds) => (1000 * milliseconds) / work.tokens),
    gflops: map_decreasing(result.milliseconds, (milliseconds) => (1000 * operations_of(work)) / milliseconds / giga),
    share: result.share_of_limit,
    passes: result.passes_per_sample ?? 1,
  };
}

function limits_of({ case: work, ceilings: { all_cores }, limit_milliseconds, threads }: RaceResult): Limits {
  const rate = (kind: 'fused' | 'separate' | 'stream') => all_cores[kind] && map_increasing(all_cores[kind], (value) => value / giga);
  const none: Spread = { median: NaN, lower_quartile: NaN, upper_quartile: NaN, count: 0 };
  const fused = rate('fused');
  return {
    workers: threads,
    ...(fused && { fused }),
    separate: rate('separate') ?? none,
    stream: rate('stream') ?? none,
    gflops: (1000 * operations_of(work)) / limit_milliseconds / giga,
  };
}

/** Options that report progress as part `part` of `parts` equal parts. */
const options_of_part = ({ progress }: CallContext, part: number, parts: number, mode: SpeedMode = 'sustained'): RoundOptions => ({
  ...live_options[mode],
  on_progress: (share) => progress((part + share) / parts),
});

type InBothModes<Value> = Readonly<Record<SpeedMode, Value>>;

/** Runs the sustained race and then the bursts, which need its warm code, as the parts `part` and `part + 1` of `parts`. */
async function race_in_both_modes(setup: Omit<RaceSetup, 'options'>, context: CallContext, part: number, parts: number) {
  const sustained = await race({ ...setup, options: options_of_part(context, part, parts) });
  const burst = await race({ ...setup, options: options_of_part(context, part + 1, parts, 'burst') });
  return { sustained, burst };
}

const in_both_modes = <Value>(make: (mode: SpeedMode) => Value): InBothModes<Value> => ({
  sustained: make('sustained'),
  burst: make('burst'),
});

async function start_kernels(work: SpeedCase): Promise<{ module: WebAssembly.Module; kernels: CeilingKernels }> {
  const module = await compile_ceilings();
  const kernels = await CeilingKernels.start(module);
  kernels.stream_bytes = weight_bytes_of(work);
  return { module, kernels };
}

const activation = 'gelu';

function make_task(lab: Lab, kernels: CeilingKernels, work: SpeedCase): Task {
  const ffn = lab.FeedForward({ d_model: work.d_model, d_ff: work.d_ff, seed: 42 });
  const weights = ffn.weights();
  ffn.dispose();
  return { lab, kernels, work, activation, weights, x: race_input(lab, work) };
}

async function prepare_all(task: Task, { progress }: CallContext) {
  const ready: Ready[] = [];
  const refused: EngineLine[] = [];
  let expected: Tensor | undefined;
  for (const engine of single_engines) {
    progress(0);
    const outcome = await prepare(engine, task, expected);
    if ('line' in outcome) refused.push(outcome.line);
    else {
      ready.push(outcome.ready);
      expected ??= outcome.ready.forward(task.x);
    }
  }
  return { ready, refused };
}

function single_line(
  engine: EngineLine['engine'],
  result: RaceResult,
  ready: readonly Ready[],
  refused: readonly EngineLine[],
): EngineLine {
  const own = ready.find((one) => one.engine === engine);
  const measured = measured_of(result, engine);
  const found = refused.find((line) => line.engine === engine);
  if (found !== undefined || own === undefined || measured === undefined) return found ?? { engine, workers: 1 };
  return { engine, workers: 1, measured, difference: own.difference };
}

type RaceInBothModes = (setup: Omit<RaceSetup, 'options'>) => Promise<InBothModes<RaceResult>>;

async function pool_race(task: Task, workers: number, module: WebAssembly.Module, run: RaceInBothModes, make: () => Worker) {
  const { lab, kernels, work, weights, x } = task;
  const ffn = lab.FeedForward({ weights, activation });
  let pool: Pool | undefined;
  let others: OtherCores | undefined;
  try {
    pool = await lab.pool({ workers });
    others = await OtherCores.start(workers - 1, module, make);
    await others.stream(weight_bytes_of(work) / workers);
    const running = pool;
    const contestant: Contestant = {
      name: 'pool',
      ceiling: best_ceiling(kernels),
      async time(passes) {
        const started = performance.now();
        for (let pass = 0; pass < passes; pass++) await running.forward(ffn, x);
        return (performance.now() - started) / passes;
      },
    };
    const difference = lab.difference(await running.forward(ffn, x), ffn.forward(x)).largest;
    const cores = others;
    const other_cores: NonNullable<Parameters<typeof race>[0]['other_cores']> = (kind, milliseconds) => cores.rate(kind, milliseconds);
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
async function pool_lines(task: Task, workers: number, module: WebAssembly.Module, run: RaceInBothModes): Promise<InBothModes<PoolLine>> {
  const line = { engine: 'pool', workers } as const;
  if (start_core === undefined) return in_both_modes(() => ({ line: { ...line, refused: { reason: 'no_workers', detail: '' } } }));
  try {
    const { results, difference } = await pool_race(task, workers, module, run, start_core);
    return in_both_modes((mode) => {
      const measured = measured_of(results[mode], 'pool');
      return { line: { ...line, ...(measured && { measured }), difference }, limits: limits_of(results[mode]) };
    });
  } catch (error) {
    return in_both_modes(() => ({ line: { ...line, refused: refusal(error) } }));
  }
}

async function engines(lab: Lab, { work, pools }: EnginesRequest, context: CallContext): Promise<InBothModes<EnginesReply>> {
  const date = new Date().toISOString();
  const { module, kernels } = await start_kernels(work);
  const task = make_task(lab, kernels, work);
  const { ready, refused } = await prepare_all(task, context);
  const contestants = ready.map(({ contestant }) => contestant);
  const parts = 2 * (1 + pools.length);
  const results = await race_in_both_modes({ case: work, activation, threads: 1, contestants, kernels }, context, 0, parts);
  for (const { dispose } of ready) dispose();
  const pooled: InBothModes<PoolLine>[] = [];
  for (const [index, workers] of pools.entries()) {
    pooled.push(await pool_lines(task, workers, module, (setup) => race_in_both_modes(setup, context, 2 * (1 + index), parts)));
  }
  return in_both_modes((mode) => {
    const result = results[mode];
    const of_pools = pooled.map((both) => both[mode]);
    const lines = [...single_engines.map((engine) => single_line(engine, result, ready, refused)), ...of_pools.map(({ line }) => line)];
    const limits = [limits_of(result), ...of_pools.flatMap((one) => one.limits ?? [])];
    return { mode, work, date, rounds: result.rounds, activation, lines, limits };
  });
}

async function activations(lab: Lab, work: SpeedCase, context: CallContext): Promise<ActivationsReply> {
  const date = new Date().toISOString();
  const { kernels } = await start_kernels(work);
  context.progress(0);
  const result = await race_activations(lab, kernels, work, raced_activations, options_of_part(context, 0, 1));
  const entries = raced_activations.map((name) => [name, measured_of(result, name)] as const);
  const found = Object.fromEntries(entries) as ActivationsReply['activations'];
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

/** `measured.gflops` counts the operations of a whole pass: each matrix product has half of them, the activation none. */
function measured_stage(stage: StageName, measured: Measured, pass: Measured): MeasuredStage {
  const { milliseconds, per_token, gflops } = measured;
  const half = map_increasing(gflops, (rate) => rate / 2);
  return {
    milliseconds,
    per_token,
    ...(stage !== 'activation' && { gflops: half }),
    of_pass: milliseconds.median / pass.milliseconds.median,
  };
}

async function stages(lab: Lab, work: SpeedCase, context: CallContext): Promise<StagesReply> {
  const date = new Date().toISOString();
  const { kernels } = await start_kernels(work);
  context.progress(0);
  const result = await race_stages(lab, kernels, work, activation, forward_stages, options_of_part(context, 0, 1));
  const measured = (name: string) => {
    const found = measured_of(result, name);
    if (found === undefined) throw new Error(`${name} was not measured`);
    return found;
  };
  const pass = measured(whole_pass);
  const entries = forward_stages.map((stage) => [stage, measured_stage(stage, measured(stage), pass)] as const);
  const found = Object.fromEntries(entries) as StagesReply['stages'];
  return {
    work,
    date,
    rounds: result.rounds,
    engine: lab.info().variant,
    activation,
    stages: found,
    pass,
    rest: 1 - entries.reduce((sum, [, { of_pass }]) => sum + of_pass, 0),
    limits: limits_of(result),
  };
}

type SpeedHandlers = { readonly [Name in keyof SpeedCalls]: Handler<SpeedCalls[Name]['request'], SpeedCalls[Name]['reply']> };

export const make_handlers = (lab: Lab): SpeedHandlers => ({
  engines: (request, context) => engines(lab, request, context),
  activations: (request, context) => activations(lab, request, context),
  stages: (request, context) => stages(lab, request, context),
});
