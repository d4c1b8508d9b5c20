/** The panel's own worker, started only when a file is opened. */
import { connect } from '../../numbers/connection.ts';
import type { CheckpointCalls } from './calls.ts';

export const checkpoint_worker = connect<CheckpointCalls>('checkpoint');
