/**
 * The steps of the course in their order, then those of the workbench. A new step takes its name in
 * the three lists of this file, and a folder with step.tsx (exports `Panel`, and if it has one
 * `legend`) and messages/{en,fr,vi}.json.
 */
import type { PredictionName } from '../numbers/predictions.ts';
import type { ExampleName } from '../numbers/url_state.ts';
import type {} from '../words/i18n.ts'; // the module that is augmented

/** Makes the keys of the messages known. */
declare module '../words/i18n.ts' {
  interface Catalogues {
    readonly facts: typeof import('./facts/messages/en.json');
    readonly block: typeof import('./block/messages/en.json');
    readonly activation: typeof import('./activation/messages/en.json');
    readonly feed_forward: typeof import('./feed_forward/messages/en.json');
    readonly hidden: typeof import('./hidden/messages/en.json');
    readonly independence: typeof import('./independence/messages/en.json');
    readonly memory: typeof import('./memory/messages/en.json');
    readonly rewriting: typeof import('./rewriting/messages/en.json');
    readonly dropout: typeof import('./dropout/messages/en.json');
    readonly cost: typeof import('./cost/messages/en.json');
    readonly backward: typeof import('./backward/messages/en.json');
    readonly learning: typeof import('./learning/messages/en.json');
    readonly training: typeof import('./training/messages/en.json');
    readonly speed: typeof import('./speed/messages/en.json');
    readonly bridge: typeof import('./bridge/messages/en.json');
    readonly checkpoint: typeof import('./checkpoint/messages/en.json');
    readonly corrections: typeof import('./corrections/messages/en.json');
    readonly proof: typeof import('./proof/messages/en.json');
    readonly glossary: typeof import('./glossary/messages/en.json');
  }
}

export interface StepEntry {
  /** Folder, anchor and value of the address's parameter `panel`. */
  readonly id: string;
  /** Works on the shared example network, whose strip stands above it. */
  readonly network?: true;
  /**
   * Example with which the step opens unless the reader has chosen one; by default the notebook's.
   */
  readonly example?: ExampleName;
  /** Questions that the step's conclusion answers: it is covered until they are. */
  readonly guesses?: readonly PredictionName[];
  /**
   * A tool or reference beside the course; the others are its numbered steps, whose catalogues have
   * a conclusion.
   */
  readonly workbench?: true;
}

const entries = [
  { id: 'facts' },
  { id: 'block', network: true },
  { id: 'feed_forward', network: true },
  { id: 'activation', network: true },
  { id: 'hidden', network: true, example: 'facts', guesses: ['relu_zeros'] },
  { id: 'independence', network: true, guesses: ['other_tokens'] },
  { id: 'memory' },
  { id: 'rewriting' },
  { id: 'backward', network: true },
  { id: 'learning' },
  { id: 'training' },
  { id: 'dropout', network: true, guesses: ['dropout_mean'] },
  { id: 'cost', guesses: ['doubled_ratio', 'share_of_block'] },
  { id: 'bridge' },
  { id: 'checkpoint', workbench: true },
  { id: 'speed', workbench: true },
  { id: 'corrections', workbench: true },
  { id: 'proof', workbench: true },
  { id: 'glossary', workbench: true },
] as const satisfies readonly StepEntry[];

type Entry = (typeof entries)[number];
export type StepName = Entry['id'];
/** The steps of the course, then those of the workbench. */
export const steps: readonly (StepEntry & { readonly id: StepName })[] = entries;

export interface CourseStep extends StepEntry {
  readonly id: Exclude<Entry, { readonly workbench: true }>['id'];
}

export const course_steps: readonly CourseStep[] = entries.flatMap((entry) =>
  'workbench' in entry ? [] : entry,
);
export const workbench_steps = steps.filter(({ workbench }) => workbench);

/**
 * Minutes that the course takes: its words at 200 a minute, and half a minute for each figure.
 * Measured by tests/e2e/limits.spec.ts.
 */
export const course_minutes = 30;

export const first_step = entries[0].id;

/** Value of the address's parameter `panel` for all steps on one page. */
export const all_steps = 'all';

export const step_named = (name: string) => steps.find(({ id }) => id === name);
/**
 * Returns the step after (1) or before (−1) another one; the first step is after the start page.
 */
export const step_beside = (name: string, by: 1 | -1) =>
  steps[steps.findIndex(({ id }) => id === name) + by];
export const course_step_named = (name: string) => course_steps.find(({ id }) => id === name);
