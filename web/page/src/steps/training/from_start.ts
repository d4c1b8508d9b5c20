/**
 * The programs of the step's numbers: each trains from step 0. The worker gets the same bits
 * sooner, from its runs (service.ts).
 */
import type { Dataset, Lab } from 'ffn-lab';
import type { RaceChange } from './changes.ts';
import { dataset_facts } from './csv.ts';
import { compare_weights, frame_of, is_sampled, RaceRecord, setup_of } from './frame.ts';
import { seed_runs, type SeedsRequest } from './seed_runs.ts';
import {
  advance,
  change_twins,
  dataset_of,
  make_twins,
  type Network,
  type RunRequest,
  type Twins,
} from './twins.ts';

/** Settings and position of a race, which determine its numbers. */
export interface RaceState extends RunRequest {
  readonly changes: readonly RaceChange[];
  readonly step: number;
  /** The last step of the history; it is later than `step` if the race was rewound. */
  readonly reached: number;
  /** The networks whose next step is impossible. */
  readonly failing: readonly Network[];
}

/** Trains both networks up to a step, with the changes on the way. */
function train(
  lab: Lab,
  state: RaceState,
  dataset: Dataset,
  last: number,
  record?: RaceRecord,
): Twins {
  const twins = make_twins(lab, state, dataset);
  for (let step = 0; ; step++) {
    const due = state.changes.filter((change) => change.step === step);
    for (const change of due) change_twins(lab, twins, change);
    if (due.length > 0 || is_sampled(step)) record?.add(lab, twins, step);
    if (step === last) return twins;
    twins.gelu.step(1);
    twins.relu.step(1);
  }
}

/** The race at a step, and its history. */
export function race(lab: Lab, state: RaceState) {
  const dataset = dataset_of(lab, state.settings);
  const record = new RaceRecord();
  record.changes = state.changes;
  record.reached = state.reached;
  train(lab, state, dataset, state.reached, record);
  const twins = train(lab, state, dataset, state.step);
  // The step fails and leaves the weights as they are; the run then names the value that is not
  // finite.
  for (const network of state.failing) twins[network].step(1);
  const made = { request: state, dataset, twins, record };
  const setup = setup_of(lab, made);
  return { ...setup, ...frame_of(lab, made, setup) };
}

/** Two races to the same step; the second one continues and is rewound. */
export function replay(lab: Lab, state: RaceState) {
  const dataset = dataset_of(lab, state.settings);
  const first = train(lab, state, dataset, state.step);
  const second = train(lab, state, dataset, state.step);
  advance(second, state.step + 50);
  advance(second, state.step);
  return compare_weights(lab, first, second);
}

export function dataset(lab: Lab, { settings }: { readonly settings: { readonly own: Dataset } }) {
  return dataset_facts(lab, settings.own);
}

export function seeds(lab: Lab, state: SeedsRequest) {
  return Array.from(seed_runs(lab, state)).at(-1)?.outcome;
}
