/** Connection to the worker `page`, which serves the panels about the forward pass. */
import { connect } from './connection.ts';
import type { Calls } from './protocol.ts';

const page = connect<Calls>('page');

export const core_state = page.state;

/** Starts the worker, or replaces it with a new one. */
export const restart = page.restart;

/** Calls the core; only while `core_state` is ready. */
export const call = page.call;
