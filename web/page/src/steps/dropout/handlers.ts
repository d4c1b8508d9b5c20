/** Handler for the dropout experiment: statistics of many training passes, their theoretical values, and the mask of one pass. */
import type { DropoutRun, Lab, PreciseTensor } from 'ffn-lab';
import type { Example } from '../../numbers/examples.ts';
import { next_task } from '../../numbers/next_task.ts';
import type { DropoutReply, DropoutRequest } from '../../numbers/protocol.ts';
import type { CallContext } from '../../numbers/service.ts';
import { delayed_progress } from '../../numbers/delayed_progress.ts';

const seed = 11;
const bins = 32;

/** Returns the mask of one training pass, the number of dropped units and the scale factor; undefined without dropout. */
function one_mask(lab: Lab, { ffn, x }: Example) {
  const rng = lab.RandomState(seed);
  try {
    const mask = ffn.trace(x, { dropout_rng: rng }).mask;
    return mask && { data: mask.data, dropped: lab.sparsity(mask).zero, factor: lab.summarize(mask).maximum };
  } finally {
    rng.dispose();
  }
}

/** Returns a copy of the network with dropout and the chosen token as its input; the output of a token depends on that token only. */
function with_dropout(lab: Lab, { ffn, x }: Example, token: number, { gelu, dropout, placement }: DropoutRequest): Example {
  const { d_model } = ffn;
  const row = { data: x.data.slice(token * d_model, (token + 1) * d_model), shape: [1, d_model] };
  return { x: row, ffn: lab.FeedForward({ weights: ffn.weights(), activation: gelu, dropout, dropout_placement: placement }) };
}

/** Milliseconds of computation between two yields to the event loop. */
const slice_ms = 40;

/** Runs all passes in time slices, between which the worker handles other calls and cancellation. */
async function run_passes(run: DropoutRun, { signal, progress }: CallContext): Promise<void> {
  const report = delayed_progress(progress);
  let started = performance.now();
  let count = 1;
  while (run.advance(count) > 0) {
    const now = performance.now();
    if (now - started < slice_ms) {
      count *= 2;
      continue;
    }
    count = Math.max(1, Math.floor(count / 2));
    report(run.passes);
    await next_task();
    signal.throwIfAborted();
    started = performance.now();
  }
}

export async function dropout_experiment(lab: Lab, given: Example, request: DropoutRequest, context: CallContext): Promise<DropoutReply> {
  const { d_model } = given.ffn;
  const { shape } = given.x;
  const token = Math.min(request.token, given.x.data.length / d_model - 1);
  const feature = Math.min(request.feature, d_model - 1);
  const example = with_dropout(lab, given, token, request);
  const run = lab.DropoutRun(example.ffn, example.x, { passes: request.passes, seed, token: 0, feature });
  try {
    const mask = one_mask(lab, example);
    await run_passes(run, context);
    const found = run.statistics();
    const at = ({ data }: PreciseTensor) => data[feature] ?? NaN;
    return {
      example: request.example,
      token,
      feature,
      d_model,
      shape,
      evaluation: found.evaluation.data[feature] ?? NaN,
      mean: at(found.mean),
      mean_error: at(found.mean_error),
      variance: at(found.variance),
      variance_error: at(found.variance_error),
      theory_variance: at(found.theory_variance),
      dropout: request.dropout,
      placement: request.placement,
      passes: request.passes,
      histogram: lab.histogram({ data: found.samples, shape: [found.samples.length] }, { bins }),
      mask,
    };
  } finally {
    run.dispose();
    example.ffn.dispose();
  }
}
