/**
 * The steps of the course in their order, then those of the workbench. A new step takes its name in the three lists of this file, and a
 * folder with step.tsx (exports `Panel`, and if it has one `legend`) and messages/{en,fr,vi}.json.
 */
import type { PredictionName } from '../numbers/predictions.ts';
import type {} from '../words/i18n.ts'; // the module that is augmented
import type facts_messages from './facts/messages/en.json';
import type block_messages from './block/messages/en.json';
import type activation_messages from './activation/messages/en.json';
import type feed_forward_messages from './feed_forward/messages/en.json';
import type hidden_messages from './hidden/messages/en.json';
import type independence_messages from './independence/messages/en.json';
import type memory_messages from './memory/messages/en.json';
import type rewriting_messages from './rewriting/messages/en.json';
import type dropout_messages from './dropout/messages/en.json';
import type cost_messages from './cost/messages/en.json';
import type backward_messages from './backward/messages/en.json';
import type learning_messages from './learning/messages/en.json';
import type training_messages from './training/messages/en.json';
import type speed_messages from './speed/messages/en.json';
import type bridge_messages from './bridge/messages/en.json';
import type checkpoint_messages from './checkpoint/messages/en.json';
import type corrections_messages from './corrections/messages/en.json';
import type proof_messages from './proof/messages/en.json';
import type glossary_messages from './glossary/messages/en.json';

/** Makes the keys of the messages known. */
declare module '../words/i18n.ts' {
  interface Catalogues {
    readonly facts: typeof facts_messages;
    readonly block: typeof block_messages;
    readonly activation: typeof activation_messages;
    readonly feed_forward: typeof feed_forward_messages;
    readonly hidden: typeof hidden_messages;
    readonly independence: typeof independence_messages;
    readonly memory: typeof memory_messages;
    readonly rewriting: typeof rewriting_messages;
    readonly dropout: typeof dropout_messages;
    readonly cost: typeof cost_messages;
    readonly backward: typeof backward_messages;
    readonly learning: typeof learning_messages;
    readonly training: typeof training_messages;
    readonly speed: typeof speed_messages;
    readonly bridge: typeof bridge_messages;
    readonly checkpoint: typeof checkpoint_messages;
    readonly corrections: typeof corrections_messages;
    readonly proof: typeof proof_messages;
    readonly glossary: typeof glossary_messages;
  }
}

export interface StepEntry {
  /** Folder, anchor and value of the address's parameter `panel`. */
  readonly id: string;
  /** Works on the shared example network, whose strip stands above it. */
  readonly network?: true;
  /** Questions that the step's conclusion answers: it is covered until they are. */
  readonly guesses?: readonly PredictionName[];
  /** A tool or reference beside the course; the others are its numbered steps, whose catalogues have a conclusion. */
  readonly workbench?: true;
}

const entries = [
  { id: 'facts' },
  { id: 'block', network: true },
  { id: 'feed_forward', network: true },
  { id: 'activation', network: true },
  { id: 'hidden', network: true, guesses: ['relu_zeros'] },
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
export type CourseStepName = Exclude<Entry, { readonly workbench: true }>['id'];

/** The steps of the course, then those of the workbench. */
export const steps: readonly (StepEntry & { readonly id: StepName })[] = entries;

const in_course = (step: Entry): step is Extract<Entry, { readonly id: CourseStepName }> => !('workbench' in step);

export const course_steps: readonly (StepEntry & { readonly id: CourseStepName })[] = entries.filter(in_course);
export const workbench_steps = steps.filter(({ workbench }) => workbench === true);

/** Minutes that the course takes: its words at 200 a minute, and half a minute for each figure. Measured by tests/e2e/limits.spec.ts. */
export const course_minutes = 29;

/** Value of the address's parameter `panel` for all steps on one page. */
export const all_steps = 'all';

export const step_named = (name: string) => steps.find(({ id }) => id === name);
export const course_step_named = (name: string) => course_steps.find(({ id }) => id === name);
