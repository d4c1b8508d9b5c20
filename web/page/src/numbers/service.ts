/**
 * Services that a worker can run. `page` serves the panels about the forward pass; a panel with long computations has its own service in
 * its own worker, so that it does not block the others.
 */
import type { Lab } from 'ffn-lab';
import type { Handler } from './handler.ts';
import { make_handlers } from './handlers.ts';

/** Handlers by call name. */
export type AnyHandlers = Readonly<Record<string, Handler<never, unknown>>>;

export type ServiceName = 'page' | 'proof' | 'speed' | 'checkpoint' | 'training' | 'training_seeds';

/** Loaders of the services' handlers. Only `page` is part of the worker's script, as it computes the first visible numbers. */
export const services: Readonly<Record<ServiceName, () => Promise<(lab: Lab) => AnyHandlers>>> = {
  page: () => Promise.resolve(make_handlers as (lab: Lab) => AnyHandlers),
  proof: async () => (await import('../steps/proof/service.ts')).make_handlers,
  speed: async () => (await import('../steps/speed/service.ts')).make_handlers,
  checkpoint: async () => (await import('../steps/checkpoint/service.ts')).make_handlers,
  training_seeds: async () => (await import('../steps/training/service.ts')).make_seeds_handlers,
  training: async () => (await import('../steps/training/service.ts')).make_handlers,
};
