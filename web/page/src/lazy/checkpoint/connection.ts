/** The panel's own worker: started when a file is to be opened, so that a reader who only passes by pays for nothing. */
import { connect } from '../../core/connection.ts';
import type { CheckpointCalls } from './calls.ts';

export const checkpoint_worker = connect<CheckpointCalls>('checkpoint');
