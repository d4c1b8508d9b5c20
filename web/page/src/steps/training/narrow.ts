/** The state that the programs of the step's numbers start from. */
import type { Dataset } from 'ffn-lab';
import { Expression, type Narrow } from '../../numbers/program.ts';
import { networks } from './twins.ts';

/** Programs read larger data sets from the user's file instead of writing out the numbers. */
const most_numbers = 5000;

const from_file = new Expression("lab.dataset_from_csv(await (await fetch('data.csv')).text())");

const written = (own: Dataset) => (own.inputs.data.length > most_numbers ? from_file : own);

interface State {
  readonly own?: Dataset;
  readonly settings?: { readonly own?: Dataset };
}

/** Where the race or the seeds have ended. */
interface End {
  readonly reached?: number;
  readonly non_finite?: Readonly<Record<string, unknown>>;
  readonly seeds?: number;
}

export const narrow: Narrow = ({ state, value }) => {
  const { own, settings } = state as State;
  const { reached, non_finite, seeds } = value as End;
  return {
    state: {
      ...state,
      ...(own && { own: written(own) }),
      ...(settings?.own && { settings: { ...settings, own: written(settings.own) } }),
      ...(reached !== undefined && { reached }),
      ...(non_finite && { failing: networks.filter((network) => non_finite[network]) }),
      ...(seeds !== undefined && { seeds }),
    },
  };
};
