/** What the reader did to a race while it ran, as the address carries it: `300.kill,500.revive,600.lr0.1`. */
import type { Parameter } from './url_parameters.ts';

/**
 * In both networks alike: `lr`, another learning rate from here on; `kill`, every b1 set to −2; `revive`, the b1 of every dead
 * unit set to 0.
 */
export type RaceChange =
  { readonly step: number; readonly kind: 'lr'; readonly lr: number } | { readonly step: number; readonly kind: 'kill' | 'revive' };

/** Learning rates to choose from. */
export const learning_rates: readonly number[] = [0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];

/** A race goes no further: a replay must not take more than seconds. */
export const last_step = 20_000;

/** A run of the core takes 32. */
export const most_changes = 30;

const form = /^(\d{1,5})\.(?:(kill|revive)|lr(\d[\d.]{0,7}))$/;

function read_change(text: string): RaceChange | undefined {
  const [, place = '', kind, rate] = form.exec(text) ?? [];
  const step = place === '' ? NaN : Number(place);
  if (!(step < last_step)) return undefined;
  if (kind !== undefined) return { step, kind: kind as 'kill' | 'revive' };
  const lr = learning_rates.find((value) => String(value) === rate);
  return lr === undefined ? undefined : { step, kind: 'lr', lr };
}

/** In the order of their steps. */
export function change_list(): Parameter<readonly RaceChange[]> {
  return {
    initial: [],
    read(text) {
      const changes = text.split(',').map(read_change);
      if (changes.length > most_changes || !changes.every((change) => change !== undefined)) return undefined;
      return changes.every((change, place) => place === 0 || change.step >= (changes[place - 1]?.step ?? 0)) ? changes : undefined;
    },
    write: (changes) => changes.map((change) => `${change.step}.${change.kind === 'lr' ? `lr${change.lr}` : change.kind}`).join(','),
  };
}
