/** What the page's own worker does for the panels of late/, fetched at the first question. */
import type { Lab } from 'ffn-lab';
import type { Example } from '../core/examples.ts';
import type { FeedForwardRequest } from '../core/protocol.ts';
import type { Handler } from '../core/service.ts';
import type { LateCalls } from './calls.ts';

export type LateHandlers = { readonly [Name in keyof LateCalls]: Handler<LateCalls[Name]['request'], LateCalls[Name]['reply']> };

/** The network and the input of a request, as they are until something else is awaited. */
export type ExampleFor = (request: FeedForwardRequest) => Example;

export const make_late_handlers = (lab: Lab, example_for: ExampleFor): LateHandlers => ({
  backward: async (request, context) => (await import('./backward/handlers.ts')).backward(lab, example_for, request, context),
  gradient_check: async (request, context) => (await import('./backward/handlers.ts')).gradient_check(example_for, request, context),
  gradient_by_depth: async (request) => (await import('./backward/handlers.ts')).gradient_by_depth(lab, request),
});
