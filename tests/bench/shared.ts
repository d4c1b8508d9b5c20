/** Code shared by the Node programs and the page; bundled into .build/bench/shared.mjs, because Node 20 does not run TypeScript. */
export { operations_of, speed_activations, speed_cases, speed_modes } from '../../web/page/src/speed/cases.ts';
export { spread_of } from '../../web/page/src/speed/statistics.ts';
