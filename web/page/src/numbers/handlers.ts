/** Call handlers of the worker. They only call ffn-lab and do no arithmetic themselves. */
import type { Lab, Summary, Tensor } from 'ffn-lab';
import { cell_trace } from '../steps/feed_forward/cell_trace_handler.ts';
import { recipes } from '../steps/recipes.ts';
import { make_compute } from './compute.ts';
import type { Network as Example } from './examples.ts';
import { read_npy } from './npy.ts';
import { make_lazy_handlers } from './lazy_handlers.ts';
import { make_example_cache } from './cached_example.ts';
import type { CallName, Calls, FeedForwardReply, FeedForwardRequest } from './protocol.ts';
import type { Handler } from './handler.ts';
import { shortcut } from '../steps/feed_forward/shortcut_handler.ts';
import { tensor_names } from './tensor_names.ts';
import type { TensorName } from './tensor_names.ts';
import { weights_window } from './weights_window.ts';

export type Handlers = { readonly [Name in CallName]: Handler<Calls[Name]['request'], Calls[Name]['reply']> };

function feed_forward(lab: Lab, { ffn, x }: Example, { example, gelu }: FeedForwardRequest): FeedForwardReply {
  ffn.activation = gelu;
  const with_gelu = ffn.trace(x);
  ffn.activation = 'relu';
  const with_relu = ffn.trace(x);
  const tensors: Record<TensorName, Tensor> = {
    x,
    pre_activation: with_gelu.pre_activation,
    'hidden.gelu': with_gelu.hidden,
    'hidden.relu': with_relu.hidden,
    'output.gelu': with_gelu.output,
    'output.relu': with_relu.output,
  };
  const summaries = Object.fromEntries(tensor_names.map((name) => [name, lab.summarize(tensors[name])])) as Record<TensorName, Summary>;
  const { d_model, d_ff, parameter_count } = ffn;
  const mean_absolute_difference = lab.mean_absolute_difference(with_gelu.output, with_relu.output);
  return { example, gelu, d_model, d_ff, parameter_count, tensors, summaries, mean_absolute_difference };
}

export function make_handlers(lab: Lab): Handlers {
  const example_for = make_example_cache(lab);
  return {
    ...make_lazy_handlers(lab),
    ...make_compute(lab, example_for, recipes),
    feed_forward: (request) => feed_forward(lab, example_for(request), request),
    weights: (request) => weights_window(lab, example_for(request), request),
    cell_trace: (request) => cell_trace(lab, example_for(request), request),
    shortcut: (request) => shortcut(lab, example_for(request), request),
    read_npy: (file) => read_npy(lab, file),
    reference_costs: ({ networks, models }) => ({
      networks: networks.map((sizes) => lab.feed_forward_cost(sizes)),
      models: models.map((sizes) => lab.model_cost(sizes)),
    }),
  };
}
