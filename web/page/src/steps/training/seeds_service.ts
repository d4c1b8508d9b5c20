/** Handlers of a separate worker that trains all seeds sequentially without blocking other calls. */
import type { Lab } from 'ffn-lab';
import type { Handler } from '../../numbers/handler.ts';
import { seed_runs } from './seed_runs.ts';
import type { SeedsOutcome, SeedsRequest } from './seed_runs.ts';

export const make_handlers = (lab: Lab) => {
  const run: Handler<SeedsRequest, SeedsOutcome> = (request, context) => seed_runs(lab, request, context);
  return { run };
};
