/** Calls of the lazily loaded panels to the page's shared core worker. A panel adds its interface here and its handlers in handlers.ts. */
import type { TrainingDataCalls } from '../steps/training/data_calls.ts';

export type LazyCalls = TrainingDataCalls;
