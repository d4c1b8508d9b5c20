/**
 * The steps of the page in their order. A new step takes its name here; all else is in the folder
 * of that name: entry.ts (what the page knows of the step before it is loaded), step.tsx (exports
 * `Panel`, and if it draws marks `legend`) and messages/{en,fr,vi}.json. The name is also the
 * step's anchor, and the value of the address's parameter `panel`.
 */

/** The numbered steps, whose catalogues have a conclusion. */
export const course_steps = [
  'facts',
  'block',
  'feed_forward',
  'activation',
  'hidden',
  'independence',
  'memory',
  'rewriting',
  'backward',
  'learning',
  'training',
  'dropout',
  'cost',
] as const;

/** The steps that are enough for a first reading: what it is for, how it computes, where facts are. */
export const essential_steps: readonly StepName[] = [
  'facts',
  'feed_forward',
  'activation',
  'memory',
  'rewriting',
  'learning',
];

/** The page after the last step: its last lines, exercises, and the whole as a program. */
export const last_page = 'summary' as const;

/** Tools and references beside the course. */
export const workbench_steps = [
  'checkpoint',
  'bridge',
  'speed',
  'corrections',
  'proof',
  'glossary',
] as const;

export const steps = [...course_steps, last_page, ...workbench_steps] as const;
export type CourseStepName = (typeof course_steps)[number];
export type StepName = (typeof steps)[number];

/**
 * Minutes that the reading of each step takes: its words at 200 a minute, and half a minute for
 * each figure. Measured by tests/e2e/limits.spec.ts.
 */
export const reading_minutes: Readonly<Record<(typeof course_steps)[number], number>> = {
  facts: 1.8,
  block: 0.6,
  feed_forward: 2.6,
  activation: 1.6,
  hidden: 1.7,
  independence: 1.3,
  memory: 2.6,
  rewriting: 3.4,
  backward: 1.2,
  learning: 3.2,
  training: 1.7,
  dropout: 1.7,
  cost: 2.8,
};

/** Minutes that the course takes to read. */
export const course_minutes = Math.round(
  course_steps.reduce((sum, name) => sum + reading_minutes[name], 0),
);

const minutes_of_a_try = 2;

/** Minutes that a step takes with its "Try it". */
export const step_minutes = (name: (typeof course_steps)[number]): number =>
  Math.round(reading_minutes[name] + minutes_of_a_try);

/** Minutes with every "Try it", to the nearest five. */
export const course_minutes_tried =
  5 * Math.round((course_minutes + minutes_of_a_try * course_steps.length) / 5);

/** Value of the address's parameter `panel` for all steps on one page. */
export const all_steps = 'all';

const among = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  names.includes(name as Name);
export const is_step = (name: string): name is StepName => among(steps, name);
export const is_course_step = (name: string): name is CourseStepName => among(course_steps, name);

/**
 * Returns the step after (1) or before (−1) another one; the first step is after the start page.
 */
export const step_beside = (name: string, by: 1 | -1): StepName | undefined =>
  steps[steps.indexOf(name as StepName) + by];
