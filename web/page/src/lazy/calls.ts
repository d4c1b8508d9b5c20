/** Calls of the lazily loaded panels to the page's shared core worker. A panel adds its interface here and its handlers in handlers.ts. */
import type { BackwardCalls } from './backward/calls.ts';
import type { BridgeCalls } from './bridge/calls.ts';
import type { TrainingDataCalls } from './training/data_calls.ts';

export type LazyCalls = BackwardCalls & BridgeCalls & TrainingDataCalls;
