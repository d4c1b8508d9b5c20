/** Returns what explains a number, by the recipe that has computed it. */
import type { Answer } from '../numbers/answers.ts';
import type { State } from '../state/state.ts';
import { gradients, unit_path, weight_gradients } from './gradient_quantities.ts';
import {
  activation_at,
  attended_unit,
  dropout,
  model_count,
  ratio_counts,
  sparsity,
} from './other_quantities.ts';
import { pass, products, statistic } from './pass_quantities.ts';
import type { Place, Quantity } from './quantity.ts';

const of_recipe: Readonly<Record<string, (place: Place) => Quantity | undefined>> = {
  'forward.pass': pass,
  'feed_forward.products': products,
  'activation.at_cursor': activation_at,
  'activation.curves': activation_at,
  'activation.guess_curves': activation_at,
  'backward.gradients': gradients,
  'backward.weight_gradients': weight_gradients,
  'backward.unit_path': unit_path,
  'hidden.sparsity': sparsity,
  'hidden.attended_unit': attended_unit,
  'cost.ratios': ratio_counts,
  'cost.doubled': ratio_counts,
  'cost.reference': model_count,
  'dropout.experiment': dropout,
};

/** The recipes whose numbers have programs in Python. */
export const explained_recipes = Object.keys(of_recipe);

/** Returns what explains the number at a path; a statistic of any recipe is known by its name. */
export function quantity_of(answer: Answer, path: string): Quantity | undefined {
  const parts = path.split('.');
  const place = { answer: answer as Answer<unknown, State>, parts };
  return of_recipe[answer.recipe]?.(place) ?? statistic(parts.at(-1) ?? '');
}
