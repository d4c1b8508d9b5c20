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

interface RunEntry {
  readonly data_loss: number;
  readonly dead: number;
  readonly last_alive: Int32Array;
  readonly counts: Readonly<Record<HiddenTensor, Int32Array>> | undefined;
}

interface Entry {
  readonly step: number;
  readonly runs: Both<RunEntry>;
}

/** Returns, per unit, the last recorded step at which it was alive: this step, or for dead units the value before. */
function last_alive_steps(step: number, units: number, dead: Int32Array, before: Int32Array | undefined): Int32Array {
  const last = new Int32Array(units).fill(step);
  for (const unit of dead) last[unit] = before?.[unit] ?? -1;
  return last;
}

export interface RaceRecord {
  /** The changes with which the entries were recorded. */
  changes: readonly RaceChange[];
  /** The last step up to which the entries are complete; −1 for none. */
  reached: number;
  /** Drops the entries at this step and later. */
  readonly truncate: (step: number) => void;
  /** Evaluates the runs at `step` and stores the entry; replaces an existing one. */
  readonly add: (twins: Twins, step: number) => void;
  /** The last recorded step; −1 for none. */
  readonly last_recorded: () => number;
  readonly last_alive: (step: number) => Both<Int32Array> | undefined;
  /** Losses and numbers of dead units at the recorded steps. */
  readonly history: () => ReturnType<typeof history_of>;
  /** Histograms of the hidden activations at the steps of the ridge plot; all rows have the same bins. */
  readonly rows: () => ReturnType<typeof rows_of>;
}

function make_entry(lab: Lab, twins: Twins, step: number, before: Entry | undefined): Entry {
  const runs = both((network) => {
    const run = twins[network];
    const trace = run.trace_data();
    const { dead, units } = lab.dead_units(trace, { activation: run.activation });
    const count = (name: HiddenTensor) => lab.histogram(trace[name], bins[name]).counts;
    return {
      data_loss: run.data_loss(),
      dead: dead.length,
      last_alive: last_alive_steps(step, units, dead, before?.runs[network].last_alive),
      counts: is_retained_row(step) ? { pre_activation: count('pre_activation'), hidden: count('hidden') } : undefined,
    };
  });
  return { step, runs };
}

const history_of = (entries: readonly Entry[]) => ({
  steps: Int32Array.from(entries, ({ step }) => step),
  data_loss: both((network) => Float64Array.from(entries, ({ runs }) => runs[network].data_loss)),
  dead: both((network) => Int32Array.from(entries, ({ runs }) => runs[network].dead)),
});

function rows_of(entries: readonly Entry[], reached: number) {
  return entries.flatMap(({ step, runs }) => {
    const { gelu, relu } = runs;
    if (!is_row(step, reached) || gelu.counts === undefined || relu.counts === undefined) return [];
    return [{ step, counts: { gelu: gelu.counts, relu: relu.counts } }];
  });
}

export function make_record(lab: Lab): RaceRecord {
  let entries: Entry[] = [];
  const last_entry_up_to = (step: number) => entries.findLast((entry) => entry.step <= step);
  const record: RaceRecord = {
    changes: [],
    reached: -1,
    truncate(step) {
      entries = entries.filter((entry) => entry.step < step);
      record.reached = Math.min(record.reached, step - 1);
    },
    add(twins, step) {
      const before = entries.filter((entry) => entry.step < step);
      const after = entries.filter((entry) => entry.step > step);
      entries = [...before, make_entry(lab, twins, step, before[before.length - 1]), ...after];
    },
    last_recorded: () => entries[entries.length - 1]?.step ?? -1,
    last_alive: (step) => {
      const runs = last_entry_up_to(step)?.runs;
      return runs && both((network) => runs[network].last_alive);
    },
    history: () => history_of(entries),
    rows: () => rows_of(entries, record.reached),
  };
  return record;
}
