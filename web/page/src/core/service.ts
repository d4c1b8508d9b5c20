/**
 * What a worker does. `page` answers the panels on the forward pass; a panel whose work takes long has a worker and a service of its
 * own, so that nothing else waits for it.
 */
import type { Lab } from 'ffn-lab';
import { make_handlers } from './handlers.ts';

export interface CallContext {
  /** Aborted when the page wants the call to end; what comes after that is not looked at. */
  readonly signal: AbortSignal;
  /** Tells the page how far the call has come. */
  readonly progress: (progress: unknown) => void;
}

export type Handler<Request, Reply> = (request: Request, context: CallContext) => Reply | Promise<Reply>;

/** By the names of the calls. */
export type AnyHandlers = Readonly<Record<string, Handler<never, unknown>>>;

export type ServiceName = 'page' | 'proof' | 'speed' | 'checkpoint' | 'training' | 'training_seeds';

/** The code of a service is fetched by the worker that needs it; that of the page is there at once, for the first numbers. */
export const services: Readonly<Record<ServiceName, () => Promise<(lab: Lab) => AnyHandlers>>> = {
  page: () => Promise.resolve(make_handlers as (lab: Lab) => AnyHandlers),
  proof: async () => (await import('../lazy/proof/service.ts')).make_handlers,
  speed: async () => (await import('../lazy/speed/service.ts')).make_handlers,
  checkpoint: async () => (await import('../lazy/checkpoint/service.ts')).make_handlers,
  training_seeds: async () => (await import('../lazy/training/seeds_service.ts')).make_handlers,
  training: async () => (await import('../lazy/training/service.ts')).make_handlers,
};
