import ceilings_url from '../../steps/speed/harness/ceilings_worker.ts?worker&url';
import { start_script } from '../../compute/start_script.ts';

/**
 * Starts the worker that measures the ceilings of another CPU core, from within a worker; its
 * script is a file beside the worker's.
 */
export const start_core: (() => Worker) | undefined = () => start_script(ceilings_url);
