/** Prepares the single-threaded engines of the benchmark: each is a contestant with a verified output, or the reason for its exclusion. */
import type { FeedForwardWeights, Lab, LoadOptions, Tensor } from 'ffn-lab';
import type { CeilingKernels } from '../../speed/ceilings.ts';
import { network_contestant, timed } from '../../speed/live.ts';
import { plain_javascript } from '../../speed/plain_javascript.ts';
import type { CeilingKind, SpeedActivation, SpeedCase, Spread } from '../../speed/results.ts';
import type { Contestant } from '../../speed/rounds.ts';

/** Builds of the core, the core with Eigen's matrix products, and the plain JavaScript loops. All run on one thread. */
export type SingleEngine = 'relaxed' | 'simd' | 'scalar' | 'eigen' | 'javascript';

/** `too_slow`: extrapolated from a pass of few tokens; `no_workers`: this edition cannot start workers from a worker. */
type Refusal = 'unsupported' | 'too_slow' | 'no_workers' | 'failed';

/** Samples of one engine: each quantity's median and quartiles. */
export interface Measured {
  readonly milliseconds: Spread;
  readonly per_token: Spread;
  readonly gflops: Spread;
  readonly share: Spread;
  readonly passes: number;
}

export interface EngineLine {
  /** `pool` is the best build on several workers. */
  readonly engine: SingleEngine | 'pool';
  readonly workers: number;
  readonly measured?: Measured;
  /** Largest absolute difference from the output of the first engine. */
  readonly difference?: number;
  readonly refused?: { readonly reason: Refusal; readonly detail: string };
}

/** Other cores, which measure a ceiling at the same time. */
interface Cores {
  /** Returns the sum of their rates. */
  readonly rate: (kind: CeilingKind, milliseconds: number) => Promise<number>;
  readonly stop: () => void;
}

/** Loads and starts what a measurement needs, and receives its completed share, 0 to 1. */
export interface Host {
  readonly load: (options?: LoadOptions) => Promise<Lab>;
  /** Starts `count` other cores, each of which reads `stream_bytes` bytes; undefined where a worker can start none. */
  readonly start_cores:
    ((count: number, kernels: CeilingKernels, module: WebAssembly.Module, stream_bytes: number) => Promise<Cores>) | undefined;
  readonly progress: (share: number) => void;
}

/** Input common to all engines. */
export interface Task {
  /** Compares the engines' outputs. */
  readonly lab: Lab;
  readonly kernels: CeilingKernels;
  readonly work: SpeedCase;
  readonly activation: SpeedActivation;
  readonly weights: FeedForwardWeights;
  readonly x: Tensor;
}

interface Runner {
  readonly forward: (x: Tensor) => Tensor;
  readonly contestant: Contestant;
  readonly dispose: () => void;
}

/** An engine with a correct output and an acceptable predicted time. */
export interface Ready extends Runner {
  readonly engine: SingleEngine;
  readonly difference: number;
}

class EngineRefused extends Error {
  readonly reason: Refusal;
  constructor(reason: Refusal, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** Loads a separate lab, with its own module instance and memory, so that the engines do not affect each other. */
async function core_runner(engine: Exclude<SingleEngine, 'javascript'>, load: Host['load'], task: Task): Promise<Runner> {
  const { variant: best } = task.lab.info();
  const lab = await load({ variant: engine === 'eigen' ? best : engine });
  if (engine === 'eigen') lab.backend = 'eigen';
  const ffn = lab.FeedForward({ weights: task.weights, activation: task.activation });
  return {
    forward: (x) => ffn.forward(x),
    contestant: network_contestant(engine, ffn, task.x, task.kernels),
    dispose: () => lab.dispose(),
  };
}

const no_bias = new Float32Array(0);

function javascript_runner({ work, activation, weights, x, kernels }: Task): Runner {
  const { w1, b1, w2, b2 } = weights;
  const plain = { w1: w1.data, b1: b1?.data ?? no_bias, w2: w2.data, b2: b2?.data ?? no_bias };
  const run = plain_javascript({ tokens: work.tokens, activation }, plain);
  return {
    forward: ({ data, shape }) => ({ data: plain_javascript({ tokens: shape[0] ?? 0, activation }, plain)(data), shape }),
    contestant: timed('javascript', kernels, (passes) => {
      for (let pass = 0; pass < passes; pass++) run(x.data);
    }),
    dispose: () => undefined,
  };
}

const probe_tokens = 4;
/** Longest predicted pass in milliseconds: slower engines would make the benchmark too long. */
const longest_pass = 2000;

/** Predicts the time of a pass from a pass of few tokens. @throws EngineRefused if it is too long */
function check_predicted_time(runner: Runner, { work, x }: Task): void {
  const tokens = Math.min(probe_tokens, work.tokens);
  const probe = { data: x.data.slice(0, tokens * work.d_model), shape: [tokens, work.d_model] };
  runner.forward(probe);
  const started = performance.now();
  runner.forward(probe);
  const predicted = ((performance.now() - started) * work.tokens) / tokens;
  if (predicted > longest_pass) throw new EngineRefused('too_slow', String(Math.round(predicted / 1000)));
}

/** Outputs are of magnitude 1: a larger difference means that the engine computed something else, and its time is meaningless. */
const largest_valid_difference = 1e-3;

export function refusal(error: unknown): NonNullable<EngineLine['refused']> {
  if (error instanceof EngineRefused) return { reason: error.reason, detail: error.message };
  const { code, message = String(error) } = Object(error) as { readonly code?: unknown; readonly message?: string };
  return { reason: code === 'unsupported' ? 'unsupported' : 'failed', detail: message };
}

/** Loads and verifies an engine. `expected` is the output of the first prepared engine; undefined for that engine itself. */
export async function prepare(
  engine: SingleEngine,
  load: Host['load'],
  task: Task,
  expected: Tensor | undefined,
): Promise<{ readonly ready: Ready } | { readonly line: EngineLine }> {
  let runner: Runner | undefined;
  try {
    runner = engine === 'javascript' ? javascript_runner(task) : await core_runner(engine, load, task);
    check_predicted_time(runner, task);
    const own = runner.forward(task.x);
    const difference = task.lab.difference(own, expected ?? own).largest;
    if (!(difference < largest_valid_difference)) throw new EngineRefused('failed', `|Δ| = ${difference.toPrecision(2)}`);
    return { ready: { engine, ...runner, difference } };
  } catch (error) {
    runner?.dispose();
    return { line: { engine, workers: 1, refused: refusal(error) } };
  }
}
