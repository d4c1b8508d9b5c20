/** Call handlers of the worker. They only call ffn-lab and do no arithmetic themselves. */
import type { Lab } from 'ffn-lab';
import { recipes } from '../steps/recipes.ts';
import { make_compute } from './compute.ts';
import { read_npy } from './npy.ts';
import { make_example_cache } from './cached_example.ts';
import type { CallName, Calls } from './protocol.ts';
import type { Handler } from './handler.ts';

export type Handlers = { readonly [Name in CallName]: Handler<Calls[Name]['request'], Calls[Name]['reply']> };

export function make_handlers(lab: Lab): Handlers {
  const example_for = make_example_cache(lab);
  return {
    ...make_compute(lab, example_for, recipes),
    read_npy: (file) => read_npy(lab, file),
  };
}
