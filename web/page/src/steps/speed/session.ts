/** Loads other builds and starts the cores that a measurement compares the pool with. */
import { start_core } from '#edition/core_worker.ts';
import { load_lab } from '#edition/load_lab.ts';
import { start_other_cores } from './harness/other_cores.ts';
import type { Host } from './engines.ts';

/** The session of a worker. */
export function open_session(): Host {
  const make = start_core;
  const start_cores: Host['start_cores'] =
    make && ((count, _kernels, module, bytes) => start_other_cores(make, count, module, bytes));
  return { load: load_lab, start_cores };
}

/**
 * The session of a program: an estimate takes the place of the workers that measure the ceilings of
 * other cores, because cores share the memory's bandwidth.
 */
export function make_session({ load }: { readonly load: Host['load'] }): Host {
  const start_cores: Host['start_cores'] = (count, kernels) =>
    Promise.resolve({
      rate: (kind, milliseconds) =>
        Promise.resolve(count * (kernels.rate(kind, milliseconds) ?? NaN)),
      stop: () => undefined,
    });
  return { load, start_cores };
}
