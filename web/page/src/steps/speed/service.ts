/** Handlers of the worker that runs one measurement and is terminated afterwards. */
import { start_core } from '#edition/core_worker.ts';
import { load_lab } from '#edition/load_lab.ts';
import type { Lab } from 'ffn-lab';
import type { AnyHandlers, CallContext } from '../../numbers/handler.ts';
import { make_scope } from '../../numbers/scope.ts';
import { start_other_cores } from '../../speed/other_cores.ts';
import type { Host } from './engines.ts';
import { activations, engines, stages } from './measure.ts';

const make = start_core;
const start_cores: Host['start_cores'] =
  make && ((count, _kernels, module, bytes) => start_other_cores(make, count, module, bytes));

export function make_handlers(lab: Lab): AnyHandlers {
  const handler =
    <Request>(measure: (lab: Lab, request: Request, host: Host) => Promise<unknown>) =>
    async (request: Request, { progress }: CallContext) => {
      const scope = make_scope(lab);
      try {
        return await measure(scope.lab, request, { load: load_lab, start_cores, progress });
      } finally {
        scope.dispose();
      }
    };
  return { engines: handler(engines), activations: handler(activations), stages: handler(stages) };
}
