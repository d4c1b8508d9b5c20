import type { Dataset } from 'ffn-lab';
import type { Given } from '../../compute/recipe.ts';
import * as csv from './csv.ts';
import { compare_weights, frame_of } from './frame.ts';
import { seed_runs, type Outcome, type SeedsRequest } from './seed_runs.ts';
import type { RaceSession, RaceState } from './session.ts';
import type { Network } from './twins.ts';
import * as files from './weights_file.ts';

/** The race at a step, and its history. */
export function race({ lab, session, progress }: Given<RaceSession>, state: RaceState) {
  return session.with_race(state, progress, (made) => ({ ...made.setup, ...frame_of(lab, made) }));
}

/** Two races to the same step. */
export function replay({ lab, session, progress }: Given<RaceSession>, state: RaceState) {
  return session.with_repeat(state, progress, (first, second) =>
    compare_weights(lab, first.twins, second.twins),
  );
}

/** The race from several seeds; the outcome so far is reported after each. */
export async function seeds({ lab, progress }: Given, state: SeedsRequest): Promise<Outcome> {
  const runs = seed_runs(lab, state);
  for (let now = runs.next(); ; now = runs.next()) {
    if (now.done) return now.value;
    await progress.pause(now.value);
  }
}

/** The user's data set and what is wrong with its text. */
export const own = ({ lab }: Given, request: csv.OwnRequest) => csv.read_own(lab, request);

/** The user's data set in numbers. */
export function dataset({ lab }: Given, state: { readonly own: Dataset }) {
  return csv.dataset_facts(lab, state.own);
}

/** The file of a network's weights at a step. */
export const weights_file = (
  { lab, session, progress }: Given<RaceSession>,
  state: RaceState & { readonly network: Network },
) =>
  session.with_race(state, progress, ({ twins }) => {
    const run = twins[state.network];
    return files.write_weights(lab, run.weights(), run.activation, state.settings);
  });

/** The weights of a file. */
export const read_weights = ({ lab }: Given, { file }: { readonly file: Blob }) =>
  files.read_weights(lab, file);
