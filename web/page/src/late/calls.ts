/** What the panels of late/ ask of the page's own worker: each adds the interface of its folder here, and its handlers in handlers.ts. */
import type { TrainingDataCalls } from './training/data_calls.ts';

// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- a list of one so far
export interface LateCalls extends TrainingDataCalls {}
