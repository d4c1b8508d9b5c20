import ceilings_url from '../../steps/speed/harness/ceilings_worker.ts?worker&url';
import { trusted_script_url } from '../../compute/trusted_script_url.ts';

/**
 * Starts the worker that measures the ceilings of another CPU core, from within a worker; its
 * script is a file beside the worker's.
 */
export const start_core: (() => Worker) | undefined = () =>
  new Worker(trusted_script_url(ceilings_url), { type: 'module' });
