/**
 * Results of training variants of the models of the facts: ahead by web/model/train, and of one
 * variant here.
 */
import { signal } from '@preact/signals';
import { facts_worker, worker_answer } from './answers.ts';
import type { VariantState } from './trained.ts';

const training_program = async (state: VariantState, path: string) =>
  (await import('./program.ts')).program_of_training(state, path);

export const variants = worker_answer({
  recipe: 'facts.variants',
  worker: facts_worker.state,
  own: () => ({}),
  compute: (_, { signal: stop }) => facts_worker.call('variants', undefined, { signal: stop }),
  // Each number comes from the training of one variant.
  program: (_, { runs }, path) => {
    const [list, index, field = list] = path.split('.');
    const { activation, d_ff } = runs[Number(index ?? 0)] ?? { activation: 'gelu', d_ff: NaN };
    return training_program({ activation, d_ff }, field ?? '');
  },
});
export type Variants = NonNullable<typeof variants.shown.value>;

/** Hidden units of the model that is trained here; undefined until the user asks for it. */
export const wanted_width = signal<number | undefined>(undefined);

export const trained_here = worker_answer({
  recipe: 'facts.trained',
  worker: facts_worker.state,
  own: (): VariantState | undefined =>
    wanted_width.value === undefined ? undefined : { activation: 'gelu', d_ff: wanted_width.value },
  compute: (state, options) => facts_worker.call('trained', state, options),
  program: (state, _, path) => training_program(state, path),
});
