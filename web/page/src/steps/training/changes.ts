/**
 * Changes made to a race (GELU against ReLU, trained side by side) while it ran, encoded in the URL
 * as `300.kill,500.revive,600.lr0.1`.
 */
import { list, type Parameter } from '../../state/url_parameters.ts';

/**
 * Applies to both networks: `lr` sets the learning rate from the step on, `kill` every b1 to −2,
 * `revive` the b1 of every dead unit to 0.
 */
export type RaceChange =
  | { readonly step: number; readonly kind: 'lr'; readonly lr: number }
  | { readonly step: number; readonly kind: 'kill' | 'revive' };

export const learning_rates: readonly number[] = [
  0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10,
];

/** Number of steps at which a race stops, so that a replay takes seconds at most. */
export const last_step = 20_000;

/** The core accepts 32 per run. */
export const most_changes = 30;

function read_change(text: string): RaceChange | undefined {
  const [, digits = '', kind, rate] =
    /^(\d{1,5})\.(?:(kill|revive)|lr(\d[\d.]{0,7}))$/.exec(text) ?? [];
  const step = digits === '' ? NaN : Number(digits);
  if (!(step < last_step)) return undefined;
  if (kind !== undefined) return { step, kind: kind as 'kill' | 'revive' };
  const lr = learning_rates.find((value) => String(value) === rate);
  return lr === undefined ? undefined : { step, kind: 'lr', lr };
}

const changes = list<RaceChange>(',', most_changes, {
  read: read_change,
  write: (change) => `${change.step}.${change.kind === 'lr' ? `lr${change.lr}` : change.kind}`,
});

/** URL parameter of the changes, which must be sorted by step. */
export const change_list: Parameter<readonly RaceChange[]> = {
  ...changes,
  read(text) {
    const read = changes.read(text);
    return read?.every(({ step }, index) => step >= (read[index - 1]?.step ?? 0))
      ? read
      : undefined;
  },
};
