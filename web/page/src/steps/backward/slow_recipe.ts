import type { Lab } from 'ffn-lab';
import type { Example, Job, State } from '../../numbers/recipe.ts';

/**
 * Limit of multiply-adds for all passes with +ε (as many follow with −ε): about a second on a slow
 * machine. ffn-lab allows far more.
 */
const most_products = 5e7;

/**
 * Compares the gradients of the backward pass with central differences; undefined if this would
 * take too long.
 */
export async function checks(lab: Lab, { ffn, x }: Example, { gelu }: State, job: Job) {
  const { d_model, d_ff, parameter_count } = ffn;
  const tokens = x.data.length / d_model;
  const sizes = { d_model, d_ff };
  if (tokens * parameter_count * (parameter_count / d_ff + 2 * d_model) > most_products)
    return { ...sizes, checks: undefined };
  const network = lab.FeedForward({ weights: ffn.weights(), activation: gelu });
  const with_gelu = network.gradient_check(x);
  await job.pause(1);
  network.activation = 'relu';
  return { ...sizes, checks: { gelu: with_gelu, relu: network.gradient_check(x) } };
}
