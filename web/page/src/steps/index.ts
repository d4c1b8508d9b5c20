/**
 * The steps of the course in their order. A new step takes one line here and a folder with step.tsx (exports `Panel`, and if it has them
 * `programs` and `legend`) and messages/{en,fr,vi}.json.
 */

export interface StepEntry {
  /** Folder, anchor and value of the address's parameter `panel`. */
  readonly id: string;
  /** Works on the shared example network, whose strip stands above it. */
  readonly network?: true;
  /** Reference material, which is not one of the numbered steps. */
  readonly reference?: true;
}

const entries = [
  { id: 'block', network: true },
  { id: 'activation', network: true },
  { id: 'feed_forward', network: true },
  { id: 'hidden', network: true },
  { id: 'independence', network: true },
  { id: 'dropout', network: true },
  { id: 'cost' },
  { id: 'backward', network: true },
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
