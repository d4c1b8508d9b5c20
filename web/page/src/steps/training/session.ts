/**
 * The race: two runs that live longer than a step of it. The worker goes from step to step; a
 * program trains from step 0 and gets the same bits.
 */
import type { Dataset, Lab } from 'ffn-lab';
import { make_turns } from '../../compute/handler.ts';
import type { Progress } from '../../compute/recipe.ts';
import { same_value } from '../../state/state.ts';
import type { RaceChange } from './changes.ts';
import { dead_units_of, is_sampled, RaceRecord, setup_of, type Race } from './frame.ts';
import { Timeline } from './timeline.ts';
import {
  advance,
  change_twins,
  dataset_of,
  dispose_twins,
  make_twins,
  type Network,
  type RunRequest,
  type Twins,
} from './twins.ts';

/** Settings and position of a race, which determine its numbers. */
export interface RaceState extends RunRequest {
  readonly changes: readonly RaceChange[];
  readonly step: number;
  /** Ends before `step` after this time. */
  readonly budget_ms?: number | undefined;
  /** For programs: the last step of the history, later than `step` if the race was rewound. */
  readonly reached?: number;
  /** For programs: the networks whose next step is impossible. */
  readonly failing?: readonly Network[];
}

type Use<Result> = (race: Race, repeated: Race) => Result;

export interface RaceSession {
  /** Calls `use` with the race at the step of a state. */
  readonly with_race: <Result>(
    state: RaceState,
    progress: Progress,
    use: (race: Race) => Result,
  ) => Promise<Result>;
  /** Calls `use` with the race and with its repetition from step 0. */
  readonly with_repeat: <Result>(
    state: RaceState,
    progress: Progress,
    use: Use<Result>,
  ) => Promise<Result>;
}

/** The session of a worker, which keeps the last race. */
export function open_session(lab: Lab): RaceSession {
  let current: Timeline | undefined;
  const in_turn = make_turns();
  const at = async (state: RaceState, progress: Progress): Promise<Timeline> => {
    const { settings, weights, changes, step, budget_ms } = state;
    if (!same_value(current?.request, { settings, weights })) {
      if (current) dispose_twins(current.twins);
      current = undefined;
      current = new Timeline(lab, { settings, weights });
    }
    const race = current as Timeline;
    await race.go(changes, step, progress, budget_ms);
    race.probe_next_step();
    return race;
  };
  return {
    with_race: (state, progress, use) => in_turn(async () => use(await at(state, progress))),
    with_repeat: (state, progress, use) =>
      in_turn(async () => {
        const race = await at(state, progress);
        const repeated = new Timeline(lab, race.request);
        try {
          await repeated.go(race.record.changes, race.step, progress);
          return use(race, repeated);
        } finally {
          dispose_twins(repeated.twins);
        }
      }),
  };
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
    const dead = record && due.length > 0 ? dead_units_of(lab, twins) : undefined;
    for (const change of due) change_twins(lab, twins, change);
    if (due.length > 0 || is_sampled(step)) record?.add(lab, twins, step, dead);
    if (step === last) return twins;
    twins.gelu.step(1);
    twins.relu.step(1);
  }
}

/** The race at a step, and its history. */
function race_from_start(lab: Lab, state: RaceState): Race {
  const { changes, step, reached = step, failing = [] } = state;
  const dataset = dataset_of(lab, state.settings);
  const record = new RaceRecord();
  record.changes = changes;
  record.reached = reached;
  train(lab, state, dataset, reached, record);
  const twins = train(lab, state, dataset, step);
  // The step fails and leaves the weights as they are; the run then names the value that is not
  // finite.
  for (const network of failing) twins[network].step(1);
  const made = { request: state, dataset, twins, record };
  return { ...made, setup: setup_of(lab, made) };
}

/** The session of a program. */
export function make_session({ lab }: { readonly lab: Lab }): RaceSession {
  return {
    with_race: (state, _, use) => Promise.resolve(use(race_from_start(lab, state))),
    with_repeat(state, _, use) {
      const [first, second] = [race_from_start(lab, state), race_from_start(lab, state)];
      // The second one continues and is rewound.
      advance(second.twins, state.step + 50);
      advance(second.twins, state.step);
      return Promise.resolve(use(first, second));
    },
  };
}
