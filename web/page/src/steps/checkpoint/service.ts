/** Handlers of the checkpoint worker; all arithmetic is done by ffn-lab. */
import type { Lab } from 'ffn-lab';
import type { Handler } from '../../numbers/handler.ts';
import type { CheckpointCalls } from './calls.ts';
import { make_layer_handlers } from './layer_handlers.ts';
import { make_opened } from './opened.ts';
import { tokens_handlers } from './tokens_service.ts';

export type CheckpointHandlers = {
  readonly [Name in keyof CheckpointCalls]: Handler<CheckpointCalls[Name]['request'], CheckpointCalls[Name]['reply']>;
};

export function make_handlers(lab: Lab): CheckpointHandlers {
  const opened = make_opened(lab);
  return {
    open: (request, { signal }) => opened.open(request, signal),
    ...make_layer_handlers(lab, opened),
    ...tokens_handlers(lab, opened),
  };
}
