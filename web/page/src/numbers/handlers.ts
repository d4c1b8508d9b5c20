/** Call handlers of the worker. They only call ffn-lab and do no arithmetic themselves. */
import type { Lab } from 'ffn-lab';
import { activation, activation_differences, activation_landmarks, slope_guess } from '../steps/activation/handlers.ts';
import { make_block_handler } from '../steps/block/handlers.ts';
import { recipes } from '../steps/recipes.ts';
import { make_compute } from './compute.ts';
import { hidden_activations } from '../steps/hidden/handlers.ts';
import { independence } from '../steps/independence/handlers.ts';
import { read_npy } from './npy.ts';
import { make_lazy_handlers } from './lazy_handlers.ts';
import { make_example_cache } from './cached_example.ts';
import type { CallName, Calls } from './protocol.ts';
import { questions } from './questions_handler.ts';
import type { Handler } from './service.ts';

export type Handlers = { readonly [Name in CallName]: Handler<Calls[Name]['request'], Calls[Name]['reply']> };

export function make_handlers(lab: Lab): Handlers {
  const example_for = make_example_cache(lab);
  const block = make_block_handler(lab);
  return {
    ...make_lazy_handlers(lab, example_for),
    ...make_compute(lab, example_for, recipes),
    activation: (request) => activation(lab, request),
    activation_differences: (request) => activation_differences(lab, request),
    activation_landmarks: (kinds) => activation_landmarks(lab, kinds),
    slope_guess: (request) => slope_guess(lab, request),
    questions: (example) => questions(lab, example),
    block: (request) => block(example_for(request), request),
    hidden_activations: (request) => hidden_activations(lab, example_for(request), request),
    independence: (request) => independence(lab, example_for(request), request),
    read_npy: (file) => read_npy(lab, file),
    ratio_costs: (request) => lab.ratio_costs(request),
    reference_costs: ({ networks, models }) => ({
      networks: networks.map((sizes) => lab.feed_forward_cost(sizes)),
      models: models.map((sizes) => lab.model_cost(sizes)),
    }),
  };
}
