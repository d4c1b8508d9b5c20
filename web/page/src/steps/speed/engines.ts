/**
 * The engines of the benchmark on one thread: each is loaded and its output verified, or refused
 * with the reason.
 */
import type { FeedForwardWeights, Lab, LoadOptions, Tensor, TensorLike } from 'ffn-lab';
import type { Given } from '../../compute/recipe.ts';
import { weight_bytes_of, type SpeedCase } from './harness/cases.ts';
import { CeilingKernels, compile_ceilings } from './harness/ceilings.ts';
import type { OtherCores } from './harness/other_cores.ts';
import { plain_javascript } from './harness/plain_javascript.ts';
import { best_ceiling } from './harness/race.ts';
import type { Contestant } from './harness/rounds.ts';

/** The activation of the compared engines and of the stages. */
export const activation = 'gelu' as const;

/**
 * Builds of the core, the core with Eigen's matrix products, and the plain JavaScript loops. All
 * run on one thread.
 */
export type SingleEngine = 'relaxed' | 'simd' | 'eigen' | 'javascript';

/**
 * `too_slow`: extrapolated from a pass of few tokens; `no_workers`: this edition cannot start
 * workers from a worker.
 */
const reasons = ['unsupported', 'too_slow', 'no_workers', 'failed'] as const;
type Refusal = (typeof reasons)[number];

/** An error with a reason as its code, like the errors of ffn-lab. */
export const refused = (code: Refusal, detail: string) =>
  Object.assign(new Error(detail), { code });

export function refusal(error: unknown) {
  const { code, message = String(error) } = Object(error) as {
    readonly code?: unknown;
    readonly message?: string;
  };
  return {
    reason: reasons.find((reason) => reason === code) ?? ('failed' as const),
    detail: message,
  };
}

/** An engine and why it was not measured. */
export interface Line {
  /** `pool` is the best build on several workers. */
  readonly engine: SingleEngine | 'pool';
  readonly workers: number;
  /** Largest absolute difference from the output of the first engine. */
  readonly difference?: number;
  readonly refused?: ReturnType<typeof refusal>;
}

/** The session of a measurement: it loads and starts what that needs. */
export interface Host {
  readonly load: (options?: LoadOptions) => Promise<Lab>;
  /**
   * Starts `count` other cores, each of which reads `stream_bytes` bytes; undefined where a worker
   * can start none.
   */
  readonly start_cores:
    | ((
        count: number,
        kernels: CeilingKernels,
        module: WebAssembly.Module,
        stream_bytes: number,
      ) => Promise<OtherCores>)
    | undefined;
}

export type Asked = Pick<Given<Host>, 'session' | 'progress'>;

/**
 * Makes what all engines share: the ceilings, the network and the input, from fixed seeds; `lab`
 * also compares the outputs.
 */
export async function make_task(lab: Lab, work: SpeedCase) {
  const { tokens, d_model, d_ff } = work;
  const module = await compile_ceilings();
  const kernels = await CeilingKernels.start(module);
  kernels.stream_bytes = weight_bytes_of(work);
  const ffn = lab.FeedForward({ d_model, d_ff, activation, seed: 42 });
  return { lab, kernels, module, work, ffn, x: lab.RandomState(43).randn([tokens, d_model]) };
}
export type Task = Awaited<ReturnType<typeof make_task>>;

type Forward = (x: TensorLike) => TensorLike;

/** A contestant for which `run` computes a number of passes sequentially. */
export function timed(
  name: string,
  kernels: CeilingKernels,
  run: (passes: number) => Promise<void> | void,
): Contestant {
  return {
    name,
    ceiling: best_ceiling(kernels),
    async time(passes) {
      const started = performance.now();
      const running = run(passes);
      if (running) await running; // awaits nothing if the passes are already computed, which would take time
      return (performance.now() - started) / passes;
    },
  };
}

/** A contestant that runs forward passes on this thread. */
export const pass_contestant = (
  name: string,
  kernels: CeilingKernels,
  forward: Forward,
  x: Tensor,
): Contestant =>
  timed(name, kernels, (passes) => {
    for (let pass = 0; pass < passes; pass++) forward(x);
  });

/**
 * Loads a separate lab, with its own module instance and memory, so that the engines do not affect
 * each other.
 */
async function core_engine(
  engine: Exclude<SingleEngine, 'javascript'>,
  load: Host['load'],
  { lab: best, ffn }: Task,
) {
  const lab = await load({ variant: engine === 'eigen' ? best.info().variant : engine });
  if (engine === 'eigen') lab.backend = 'eigen';
  const own = lab.FeedForward({ weights: ffn.weights(), activation });
  return { forward: (x: TensorLike) => own.forward(x), dispose: () => lab.dispose() };
}

function javascript_engine({ ffn }: Task) {
  const { w1, b1, w2, b2 } = ffn.weights() as Required<FeedForwardWeights>;
  const run = plain_javascript(activation, { w1: w1.data, b1: b1.data, w2: w2.data, b2: b2.data });
  return {
    forward: ({ data, shape }: TensorLike) => ({ data: run(data), shape }),
    dispose: () => undefined,
  };
}

const probe_tokens = 4;
/** Longest predicted pass in milliseconds: slower engines would make the benchmark too long. */
const longest_pass = 2000;

/** Predicts the time of a pass from a pass of few tokens. @throws Error if it is too long */
function check_predicted_time(forward: Forward, { work, x }: Task): void {
  const tokens = Math.min(probe_tokens, work.tokens);
  const probe = { data: x.data.slice(0, tokens * work.d_model), shape: [tokens, work.d_model] };
  forward(probe);
  const started = performance.now();
  forward(probe);
  const predicted = ((performance.now() - started) * work.tokens) / tokens;
  if (predicted > longest_pass) throw refused('too_slow', String(Math.round(predicted / 1000)));
}

/**
 * Outputs are of magnitude 1: a larger difference means that the engine computed something else,
 * and its time is meaningless.
 */
const largest_valid_difference = 1e-3;

async function prepare(
  engine: SingleEngine,
  load: Host['load'],
  task: Task,
  expected: TensorLike | undefined,
) {
  const { forward, dispose } =
    engine === 'javascript' ? javascript_engine(task) : await core_engine(engine, load, task);
  try {
    check_predicted_time(forward, task);
    const output = forward(task.x);
    const difference = task.lab.difference(output, expected ?? output).largest;
    if (!(difference < largest_valid_difference))
      throw refused('failed', `|Δ| = ${difference.toPrecision(2)}`);
    const line: Line = { engine, workers: 1, difference };
    return {
      line,
      contestant: pass_contestant(engine, task.kernels, forward, task.x),
      output,
      dispose,
    };
  } catch (error) {
    dispose();
    throw error;
  }
}
type Prepared = Partial<Awaited<ReturnType<typeof prepare>>> & { readonly line: Line };

/** Prepares the engines: their outputs are compared with the first engine's. */
export async function prepare_all(
  names: readonly SingleEngine[],
  task: Task,
  { session: { load }, progress }: Asked,
): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const engine of names) {
    progress.report({ done: 0 });
    try {
      prepared.push(
        await prepare(engine, load, task, prepared.find(({ output }) => output)?.output),
      );
    } catch (error) {
      prepared.push({ line: { engine, workers: 1, refused: refusal(error) } });
    }
  }
  return prepared;
}
