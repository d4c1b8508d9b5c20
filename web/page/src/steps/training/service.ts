/** Handlers of the worker that trains the two runs of the race. */
import type { Lab, Tensor, TrainableWeights } from 'ffn-lab';
import { next_task } from '../../numbers/next_task.ts';
import type { CallContext, Handler } from '../../numbers/handler.ts';
import { make_timeline } from './timeline.ts';
import type { Timeline, Pause } from './timeline.ts';
import { frame_of, info_of, picture_setup } from './frame.ts';
import type { PictureSetup } from './frame.ts';
import type { Both, Replay, ShowRequest, StartRequest, TrainingCalls } from './protocol.ts';
import { dataset_of } from './run_options.ts';
import { both } from './twins.ts';

interface ActiveRace {
  readonly race: number;
  readonly request: StartRequest;
  readonly timeline: Timeline;
  readonly setup: PictureSetup;
}

/** Longest time without a progress report and without a check for an abort. */
const slice_ms = 40;

/** Returns a pause that reports progress and yields to incoming messages; it ends the move on abort or after `budget_ms`. */
function pause_for({ signal, progress }: CallContext, budget_ms = Infinity): Pause {
  const end = performance.now() + budget_ms;
  let last = performance.now();
  return (step) => {
    const now = performance.now();
    if (now >= end || signal.aborted) return false;
    if (now - last < slice_ms) return true;
    last = now;
    progress(step);
    return next_task().then(() => !signal.aborted);
  };
}

/** Returns a task queue that runs calls sequentially: an aborted call uses the networks until it has ended. */
function make_queue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(act: () => Result | Promise<Result>): Promise<Result> => {
    const next = last.then(act, act);
    last = next;
    return next;
  };
}

/** Concatenates all weights. */
function flat(weights: TrainableWeights): Tensor {
  const data = Object.values(weights as unknown as Record<string, Tensor | undefined>).flatMap((tensor) => Array.from(tensor?.data ?? []));
  return { data: Float32Array.from(data), shape: [data.length] };
}

/** A non-finite loss makes the next step fail: tries that step, so that the run's `non_finite` is set before the user gets there. */
function probe_next_step(timeline: Timeline): void {
  const step = timeline.step();
  for (const run of Object.values(timeline.twins())) {
    const known_or_finite = run.non_finite !== undefined || Number.isFinite(run.data_loss());
    if (!known_or_finite && run.step(1) === 1) run.rewind(step);
  }
}

async function replay(lab: Lab, { request, timeline }: ActiveRace, context: CallContext): Promise<Replay> {
  const step = timeline.step();
  const repeated = make_timeline(lab, request.settings, timeline.dataset, request.weights);
  try {
    await repeated.go(timeline.record.changes, step, pause_for(context));
    const compare = (network: keyof Both<unknown>) =>
      lab.difference(flat(timeline.twins()[network].weights()), flat(repeated.twins()[network].weights()));
    const { gelu, relu } = both(compare);
    return { step: repeated.step(), count: relu.count, differing: { gelu: gelu.differing, relu: relu.differing } };
  } finally {
    repeated.dispose();
  }
}

type TrainingHandlers = { readonly [Name in keyof TrainingCalls]: Handler<TrainingCalls[Name]['request'], TrainingCalls[Name]['reply']> };

export function make_handlers(lab: Lab): TrainingHandlers {
  let active: ActiveRace | undefined;
  const enqueue = make_queue();
  const current = (race: number): ActiveRace => {
    if (active?.race !== race) throw new Error('another race has begun');
    return active;
  };
  const start = (request: StartRequest) => {
    const { race, settings, weights } = request;
    const timeline = make_timeline(lab, settings, dataset_of(lab, settings), weights);
    active?.timeline.dispose();
    active = { race, request, timeline, setup: picture_setup(lab, timeline) };
    return info_of(timeline, race, active.setup);
  };
  const show = async ({ race, changes, step, budget_ms }: ShowRequest, context: CallContext) => {
    const { timeline, setup } = current(race);
    await timeline.go(changes, step, pause_for(context, budget_ms));
    probe_next_step(timeline);
    return frame_of(lab, timeline, race, setup);
  };
  return {
    start: (request) => enqueue(() => start(request)),
    show: (request, context) => enqueue(() => show(request, context)),
    weights: ({ race, network }) => enqueue(() => current(race).timeline.twins()[network].weights()),
    replay: ({ race }, context) => enqueue(() => replay(lab, current(race), context)),
  };
}
