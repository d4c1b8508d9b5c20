/** Returns what explains a number, by the recipe that has computed it. */
import type { Answer } from '../numbers/answers.ts';
import { value_at } from '../numbers/path.ts';
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

/** Explains a number of a tensor's summary, in the answer of any recipe. */
function of_summary({ answer, parts }: Place): Quantity | undefined {
  const summary = Object(value_at(answer.value, parts.slice(0, -1).join('.'))) as object;
  const is_summary = 'standard_deviation' in summary && 'largest_finite_magnitude' in summary;
  return is_summary ? statistic(parts.at(-1) ?? '') : undefined;
}

/** Returns what explains the number at a path; undefined if only its recipe says what it is. */
export function quantity_of(answer: Answer, path: string): Quantity | undefined {
  const parts = path.split('.');
  const place = { answer: answer as Answer<unknown, State>, parts };
  return of_recipe[answer.recipe]?.(place) ?? of_summary(place);
}
