/** The engines of a race on one thread: each a contestant that has been checked, or the reason why it does not take part. */
import { load_lab } from '#edition/load_lab.ts';
import { FfnError } from 'ffn-lab';
import type { FeedForward, FeedForwardWeights, Lab, Tensor } from 'ffn-lab';
import type { CeilingKernels } from '../../speed/ceilings.ts';
import { network_contestant } from '../../speed/live.ts';
import { plain_javascript } from '../../speed/plain_javascript.ts';
import { best_ceiling } from '../../speed/race.ts';
import type { SpeedActivation, SpeedCase } from '../../speed/results.ts';
import type { Contestant } from '../../speed/rounds.ts';
import type { EngineLine, EngineName, Refusal } from './calls.ts';

/** What all of them are given. */
export interface Task {
  /** Compares results. */
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

/** An engine that has shown that it computes the network, in reasonable time. */
export interface Ready extends Runner {
  readonly engine: EngineName;
  readonly difference: number;
}

export type Prepared = { readonly ready: Ready } | { readonly line: EngineLine };

class Refused extends Error {
  readonly reason: Refusal;
  constructor(reason: Refusal, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** A lab of its own, with its own module and memory: nothing that another engine did is in its way. */
async function core_runner(engine: Exclude<EngineName, 'javascript' | 'pool'>, task: Task): Promise<Runner> {
  const { variant: best } = task.lab.info();
  const lab = await load_lab({ variant: engine === 'eigen' ? best : engine, parts: [] });
  if (engine === 'eigen') lab.backend = 'eigen';
  const ffn: FeedForward = lab.FeedForward({ weights: task.weights, activation: task.activation });
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
    contestant: {
      name: 'javascript',
      ceiling: best_ceiling(kernels),
      time(passes) {
        const started = performance.now();
        for (let pass = 0; pass < passes; pass++) run(x.data);
        return Promise.resolve((performance.now() - started) / passes);
      },
    },
    dispose: () => undefined,
  };
}

const probe_tokens = 4;
/** Milliseconds of a pass; a race with slower ones would tire its reader. */
const longest_pass = 2000;

/** Predicts a pass from one of few tokens. */
function expect_quick(runner: Runner, { work, x }: Task): void {
  const tokens = Math.min(probe_tokens, work.tokens);
  const some = { data: x.data.slice(0, tokens * work.d_model), shape: [tokens, work.d_model] };
  runner.forward(some);
  const started = performance.now();
  runner.forward(some);
  const predicted = ((performance.now() - started) * work.tokens) / tokens;
  if (predicted > longest_pass) throw new Refused('too_slow', String(Math.round(predicted / 1000)));
}

/** Results are near 1: an engine that is so far off has not computed the network, and its time would mean nothing. */
const wrong = 1e-3;

function refusal(error: unknown): { readonly reason: Refusal; readonly detail: string } {
  if (error instanceof Refused) return { reason: error.reason, detail: error.message };
  const detail = error instanceof Error ? error.message : String(error);
  return { reason: error instanceof FfnError && error.code === 'unsupported' ? 'unsupported' : 'failed', detail };
}

/** `expected`: the result of the first engine that took part. */
export async function prepare(engine: Exclude<EngineName, 'pool'>, task: Task, expected: Tensor | undefined): Promise<Prepared> {
  let runner: Runner | undefined;
  try {
    runner = engine === 'javascript' ? javascript_runner(task) : await core_runner(engine, task);
    expect_quick(runner, task);
    const own = runner.forward(task.x);
    const difference = task.lab.difference(own, expected ?? own).largest;
    if (!(difference < wrong)) throw new Refused('failed', `|Δ| = ${difference.toPrecision(2)}`);
    return { ready: { engine, ...runner, difference } };
  } catch (error) {
    runner?.dispose();
    return { line: { engine, workers: 1, refused: refusal(error) } };
  }
}

export { refusal };
