/** Handlers of the shared core worker for the lazily loaded panels; their modules are imported at the first call. */
import type { Lab } from 'ffn-lab';
import type { Handler } from './handler.ts';
import type { LazyCalls } from './lazy_calls.ts';

export type LazyHandlers = { readonly [Name in keyof LazyCalls]: Handler<LazyCalls[Name]['request'], LazyCalls[Name]['reply']> };

const training_data = () => import('../steps/training/data_handlers.ts');

export const make_lazy_handlers = (lab: Lab): LazyHandlers => ({
  training_csv: async (request) => (await training_data()).read_csv(lab, request),
  training_dataset: async (dataset) => (await training_data()).describe_dataset(lab, dataset),
  training_start_weights: async (request) => (await training_data()).start_weights(lab, request),
  training_write_weights: async ({ weights, metadata }) => (await training_data()).write_weights(lab, weights, metadata),
  training_read_weights: async (file) => (await training_data()).read_weights(lab, file),
});
