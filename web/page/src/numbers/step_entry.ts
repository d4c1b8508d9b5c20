/** Declares what the page knows of a step before it loads the step: steps/STEP/entry.ts. */
import type { ComponentType } from 'preact';
import type { PredictionName } from '../quiz/predictions.ts';
import type { Sheet } from '../quiz/sheet_table.tsx';
import type { ExampleName } from '../state/url_state.ts';

/** Figures of a step that the start page shows: steps/STEP/glance.tsx exports them. */
export type Glances = Readonly<Record<string, ComponentType>>;

export interface StepEntry {
  /** Works on the shared example network, whose strip stands above it. */
  readonly network?: true;
  /**
   * Example with which the step opens unless the reader has chosen one; by default the notebook's.
   */
  readonly example?: ExampleName;
  /** Questions that the step's conclusion answers: it is covered until they are. */
  readonly guesses?: readonly PredictionName[];
  /** The table that the step's worksheet has for what its "Try it" shows. */
  readonly sheet?: Sheet;
}
