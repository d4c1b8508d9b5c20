/** Handlers of the worker that runs one measurement and is terminated afterwards. */
import { start_core } from '#edition/core_worker.ts';
import { load_lab } from '#edition/load_lab.ts';
import type { Lab } from 'ffn-lab';
import type { AnyHandlers, CallContext } from '../../numbers/handler.ts';
import { OtherCores } from '../../speed/other_cores.ts';
import type { Host } from './engines.ts';
import * as measurements from './measure.ts';

const start_cores_with =
  (make: () => Worker): NonNullable<Host['start_cores']> =>
  async (count, _kernels, module, stream_bytes) => {
    const cores = await OtherCores.start(count, module, make);
    await cores.stream(stream_bytes);
    return cores;
  };
const start_cores = start_core && start_cores_with(start_core);

export function make_handlers(lab: Lab): AnyHandlers {
  const handler =
    <Request>(measure: (lab: Lab, request: Request, host: Host) => Promise<unknown>) =>
    (request: Request, { progress }: CallContext) =>
      measure(lab, request, { load: load_lab, start_cores, progress });
  const { engines, activations, stages } = measurements;
  return { engines: handler(engines), activations: handler(activations), stages: handler(stages) };
}
