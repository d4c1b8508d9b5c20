/** Losses, dead units and histograms of a race at the recorded steps, which depend on the step alone: every replay records the same ones. */
import type { Lab, TrainingRun } from 'ffn-lab';
import { last_step } from '../../numbers/race_changes.ts';
import type { RaceChange } from '../../numbers/race_changes.ts';
import { both } from './twins.ts';
import type { Both, Network, Twins } from './twins.ts';

/** Returns the smallest power of two whose product with `steps` is at least `step`. */
const interval_of = (step: number, steps: number): number => (steps >= step ? 1 : 2 * interval_of(step, 2 * steps));

/** Whether a step is recorded: every step up to 256, then about 128 per doubling of the step. */
export const is_sampled = (step: number): boolean => step % interval_of(step, 256) === 0;

/** Returns the next recorded step after this one. */
export function next_sampled(step: number): number {
  const interval = interval_of(step + 1, 256);
  return step - (step % interval) + interval;
}

const most_rows = 12;

/** Whether a step is a row of the ridge plot when the race has reached `reached`. As it grows, rows are dropped, but never replaced. */
export const is_row = (step: number, reached: number): boolean => step % interval_of(reached, most_rows) === 0;

/** Whether the histograms of a step are stored: all steps that the ridge plot can show at any time. */
export const is_retained_row = (step: number): boolean => is_row(step, step);

/** Returns the last step of the time axis. */
export const horizon_of = (step: number, reached = 0): number => Math.min(last_step, 500 * interval_of(Math.max(step, reached), 500));

/** Bins of the histograms: identical for all steps, so that the rows are comparable. */
export const bins = { pre_activation: { bins: 64, range: [-8, 8] }, hidden: { bins: 48, range: [-1, 5] } } as const;
export const hidden_tensors = ['pre_activation', 'hidden'] as const;
export type HiddenTensor = keyof typeof bins;

/** Returns which units are active for the data, and their histograms. */
export function activity_of(lab: Lab, run: TrainingRun) {
  const trace = run.trace_data();
  const { dead, active_share } = lab.dead_units(trace, { activation: run.activation });
  const histogram = (name: HiddenTensor) => lab.histogram(trace[name], bins[name]);
  const histograms = () => ({ pre_activation: histogram('pre_activation'), hidden: histogram('hidden') });
  return { dead, active_share, histograms };
}

interface Entry {
  readonly step: number;
  readonly runs: Both<{ readonly data_loss: number; readonly dead: number; readonly last_alive: Int32Array }>;
  readonly histograms: Both<ReturnType<ReturnType<typeof activity_of>['histograms']>> | undefined;
}

export class RaceRecord {
  /** The changes with which the entries were recorded. */
  changes: readonly RaceChange[] = [];
  /** The last step up to which the entries are complete; −1 for none. */
  reached = -1;
  #entries: readonly Entry[] = [];

  /** Drops the entries at this step and later. */
  truncate(step: number): void {
    this.#entries = this.#entries.filter((entry) => entry.step < step);
    this.reached = Math.min(this.reached, step - 1);
  }

  /** Evaluates the runs at `step`, which is later than all entries. */
  add(lab: Lab, twins: Twins, step: number): void {
    const activity = both((network) => activity_of(lab, twins[network]));
    const runs = both((network) => {
      const { dead } = activity[network];
      const last_alive = new Int32Array(twins[network].d_ff).fill(step);
      const before = this.last_alive(network, step);
      for (const unit of dead) last_alive[unit] = before?.[unit] ?? -1;
      return { data_loss: twins[network].data_loss(), dead: dead.length, last_alive };
    });
    const histograms = is_retained_row(step) ? both((network) => activity[network].histograms()) : undefined;
    this.#entries = [...this.#entries, { step, runs, histograms }];
  }

  /** Returns, per unit, the last recorded step up to `step` at which it was alive; −1 for never. */
  last_alive(network: Network, step: number): Int32Array | undefined {
    return this.#entries.findLast((entry) => entry.step <= step)?.runs[network].last_alive;
  }

  /** Returns losses and numbers of dead units at the recorded steps. */
  history() {
    const entries = this.#entries;
    return {
      steps: Int32Array.from(entries, ({ step }) => step),
      data_loss: both((network) => Float64Array.from(entries, ({ runs }) => runs[network].data_loss)),
      dead: both((network) => Int32Array.from(entries, ({ runs }) => runs[network].dead)),
    };
  }

  /** Returns histograms of the hidden activations at the steps of the ridge plot; all rows have the same bins. */
  rows() {
    return this.#entries.flatMap(({ step, histograms }) => (histograms && is_row(step, this.reached) ? [{ step, histograms }] : []));
  }
}
