import type { StepEntry } from '../../numbers/step_entry.ts';
import {
  decimal,
  largest_index,
  largest_x,
  maybe,
  one_of,
  whole,
} from '../../state/url_parameters.ts';

declare module '../../words/i18n.ts' {
  interface Catalogues {
    readonly checkpoint: typeof import('./messages/en.json');
  }
}
declare module '../../state/url_parameters.ts' {
  interface StepParameters {
    readonly checkpoint: typeof parameters;
  }
}

export const entry: StepEntry = {};

/** Tensor in which a neuron of a model file is scaled: the hidden layer or the pre-activation. */
export const scale_sites = ['after_activation', 'before_activation'] as const;

/**
 * Whether the generated sample is opened, the selected stack, layer and neuron (undefined: the
 * strongest), and the neuron's scaling.
 */
export const parameters = {
  model: one_of('none', ['none', 'sample']),
  model_stack: whole(0, 0, largest_index),
  model_layer: whole(0, 0, largest_index),
  model_neuron: maybe(whole(0, 0, 999_999)),
  scale_by: decimal(0, largest_x),
  scale_site: one_of('after_activation', scale_sites),
};
