import type { Given } from '../../compute/recipe.ts';
import type { State } from '../../state/state.ts';

/**
 * The products whose sum is one element of a layer's output. A hidden activation is traced through
 * its pre-activation.
 */
export function products({ lab, example: { ffn, x, trace } }: Given, state: State) {
  const element = state.traced_element ?? { tensor: 'output.gelu', token: state.token, feature: 0 };
  const layer: 'linear1' | 'linear2' = element.tensor.startsWith('output') ? 'linear2' : 'linear1';
  const activation = element.tensor === 'output.relu' ? 'relu' : state.gelu;
  const input = layer === 'linear1' ? x : trace(activation).hidden_dropped;
  const features = layer === 'linear1' ? ffn.d_ff : ffn.d_model;
  const token = Math.min(element.token, x.data.length / ffn.d_model - 1);
  const feature = Math.min(element.feature, features - 1);
  return {
    layer,
    activation,
    token,
    feature,
    ...lab.trace_dot(ffn, input, { layer, token, feature }),
  };
}
