/** What the panels of lazy/ ask of the page's own worker: each adds the interface of its folder here, and its handlers in handlers.ts. */
import type { BackwardCalls } from './backward/calls.ts';
import type { BridgeCalls } from './bridge/calls.ts';
import type { TrainingDataCalls } from './training/data_calls.ts';

export type LazyCalls = BackwardCalls & BridgeCalls & TrainingDataCalls;
