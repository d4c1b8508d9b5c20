/** The page's own worker, which the panels on the forward pass ask. */
import { connect } from './connection.ts';
import type { Calls } from './protocol.ts';

const page = connect<Calls>('page');

export const core_state = page.state;

/** Starts the worker, or a new one in place of the old. */
export const restart = page.restart;

/** Asks the core; only while `core_state` is ready. */
export const call = page.call;
