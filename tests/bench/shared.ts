/**
 * Code shared by the Node programs and the page; bundled into .build/bench/shared.mjs, because Node
 * 20 does not run TypeScript.
 */
export {
  operations_of,
  speed_activations,
  speed_modes,
  speed_tasks,
} from '../../web/page/src/steps/speed/harness/cases.ts';
export { spread_of } from '../../web/page/src/steps/speed/harness/race.ts';
export { gradient_cases, speed_cases, training_cases } from './report.ts';
export { checked_steps, training_task } from './training_task.ts';
export { with_browser } from '../e2e/webkit/driver.ts';
