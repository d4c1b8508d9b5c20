/**
 * first_result.html?engine=NAME: one engine from the start of the page to its first result of a
 * small case.
 */
import { speed_cases } from '../report.ts';
import { engines } from '../engines/index.mjs';
import { make_input, make_weights } from './work.ts';

declare global {
  interface Window {
    /** Milliseconds since the navigation began. */
    first_result?: Promise<number>;
  }
}

async function first_result(name: string): Promise<number> {
  const [smallest] = speed_cases;
  const entry = engines[name];
  if (smallest === undefined || entry === undefined)
    throw new RangeError(`no engine is called ${name}`);
  const { engine } = await entry.load();
  if (engine.prepare === undefined) throw new RangeError(`${name} has no forward pass`);
  const prepared = await engine.prepare(
    { ...smallest, activation: 'gelu' },
    make_weights(smallest),
    1,
  );
  await prepared.run(make_input(smallest));
  return performance.now();
}

window.first_result = first_result(new URLSearchParams(location.search).get('engine') ?? '');
