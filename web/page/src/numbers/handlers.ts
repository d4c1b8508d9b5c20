/** Call handlers of the worker. They only call ffn-lab and do no arithmetic themselves. */
import type { Lab } from 'ffn-lab';
import { make_compute } from './compute.ts';
import type { AllRecipes } from './compute.ts';
import { read_npy } from './npy.ts';
import { make_example_cache } from './cached_example.ts';
import type { CallName, Calls } from './protocol.ts';
import type { AnyHandlers, Handler } from './handler.ts';

type Handlers = { readonly [Name in CallName]: Handler<Calls[Name]['request'], Calls[Name]['reply']> };

export function make_page_handlers(lab: Lab, recipes: AllRecipes): AnyHandlers {
  const example_for = make_example_cache(lab);
  const handlers: Handlers = {
    ...make_compute(lab, example_for, recipes),
    read_npy: (file) => read_npy(lab, file),
  };
  return handlers;
}
