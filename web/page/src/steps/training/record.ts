/** Losses, dead units and histograms of a race at the recorded steps (schedule.ts). */
import type { Lab } from 'ffn-lab';
import type { RaceChange } from '../../numbers/race_changes.ts';
import { is_retained_row, is_row } from './schedule.ts';
import { both } from './twins.ts';
import type { Both, Twins } from './twins.ts';

/** Bins of the histograms: identical for all steps, so that the rows are comparable. */
export const bins = { pre_activation: { bins: 64, range: [-8, 8] }, hidden: { bins: 48, range: [-1, 5] } } as const;
export const hidden_tensors = ['pre_activation', 'hidden'] as const;
export type HiddenTensor = keyof typeof bins;

/** Returns, per unit, the last recorded step at which it was alive: this step, or for dead units the value before. */
function last_alive_steps(step: number, units: number, dead: Int32Array, before: Int32Array | undefined): Int32Array {
  const last = new Int32Array(units).fill(step);
  for (const unit of dead) last[unit] = before?.[unit] ?? -1;
  return last;
}

function make_entry(lab: Lab, twins: Twins, step: number, alive_before: Both<Int32Array> | undefined) {
  const runs = both((network) => {
    const run = twins[network];
    const trace = run.trace_data();
    const { dead, units } = lab.dead_units(trace, { activation: run.activation });
    const count = (name: HiddenTensor) => lab.histogram(trace[name], bins[name]).counts;
    return {
      data_loss: run.data_loss(),
      dead: dead.length,
      last_alive: last_alive_steps(step, units, dead, alive_before?.[network]),
      counts: is_retained_row(step) ? { pre_activation: count('pre_activation'), hidden: count('hidden') } : undefined,
    };
  });
  return { step, runs };
}

type Entry = ReturnType<typeof make_entry>;

export class RaceRecord {
  /** The changes with which the entries were recorded. */
  changes: readonly RaceChange[] = [];
  /** The last step up to which the entries are complete; −1 for none. */
  reached = -1;
  readonly #lab: Lab;
  #entries: readonly Entry[] = [];

  constructor(lab: Lab) {
    this.#lab = lab;
  }

  /** Drops the entries at this step and later. */
  truncate(step: number): void {
    this.#entries = this.#entries.filter((entry) => entry.step < step);
    this.reached = Math.min(this.reached, step - 1);
  }

  /** Evaluates the runs at `step` and stores the entry; replaces an existing one. */
  add(twins: Twins, step: number): void {
    const before = this.#entries.filter((entry) => entry.step < step);
    const after = this.#entries.filter((entry) => entry.step > step);
    this.#entries = [...before, make_entry(this.#lab, twins, step, this.last_alive(step - 1)), ...after];
  }

  /** Returns the last recorded step; −1 for none. */
  last_recorded(): number {
    return this.#entries.at(-1)?.step ?? -1;
  }

  /** Returns, per unit, the last recorded step up to `step` at which it was alive. */
  last_alive(step: number): Both<Int32Array> | undefined {
    const runs = this.#entries.findLast((entry) => entry.step <= step)?.runs;
    return runs && both((network) => runs[network].last_alive);
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
    return this.#entries.flatMap(({ step, runs: { gelu, relu } }) => {
      if (!is_row(step, this.reached) || gelu.counts === undefined || relu.counts === undefined) return [];
      return [{ step, counts: { gelu: gelu.counts, relu: relu.counts } }];
    });
  }
}
