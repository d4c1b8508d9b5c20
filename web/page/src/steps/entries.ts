/** The entries of all steps: what the page knows of each before it loads the step. */
import type { StepEntry } from '../numbers/step_entry.ts';

const entries = import.meta.glob<StepEntry>('./*/entry.ts', { eager: true, import: 'entry' });

/** Returns the entry of a step; {} for other places. */
export const entry_of = (place: string): StepEntry => entries[`./${place}/entry.ts`] ?? {};
