/** What the programs under Node share with the page; bundled into .build/bench/shared.mjs, as Node 20 runs no TypeScript. */
export { operations_of, speed_activations, speed_cases } from '../../web/page/src/speed/cases.ts';
export { spread_of } from '../../web/page/src/speed/statistics.ts';
