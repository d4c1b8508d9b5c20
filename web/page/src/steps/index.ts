/**
 * The steps of the course in their order. A new step takes its name in the three lists of this file, and a folder with step.tsx (exports
 * `Panel`, and if it has one `legend`) and messages/{en,fr,vi}.json.
 */
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
    readonly proof: typeof proof_messages;
    readonly glossary: typeof glossary_messages;
  }
}

export interface StepEntry {
  /** Folder, anchor and value of the address's parameter `panel`. */
  readonly id: string;
  /** Works on the shared example network, whose strip stands above it. */
  readonly network?: true;
  /** Reference material, which is not one of the numbered steps. */
  readonly reference?: true;
}

const entries = [
  { id: 'facts' },
  { id: 'block', network: true },
  { id: 'activation', network: true },
  { id: 'feed_forward', network: true },
  { id: 'hidden', network: true },
  { id: 'independence', network: true },
  { id: 'memory' },
  { id: 'rewriting' },
  { id: 'dropout', network: true },
  { id: 'cost' },
  { id: 'backward', network: true },
  { id: 'learning' },
  { id: 'training' },
  { id: 'speed' },
  { id: 'bridge' },
  { id: 'checkpoint' },
  { id: 'proof' },
  // The glossary stays last.
  { id: 'glossary', reference: true },
] as const satisfies readonly StepEntry[];

export type StepName = (typeof entries)[number]['id'];

/** All steps, with reference material. */
export const steps: readonly (StepEntry & { readonly id: StepName })[] = entries;

/** All steps except reference material. */
export const numbered_steps = steps.filter(({ reference }) => reference !== true);

/** Value of the address's parameter `panel` for all steps on one page. */
export const all_steps = 'all';

export const step_named = (name: string) => steps.find(({ id }) => id === name);
