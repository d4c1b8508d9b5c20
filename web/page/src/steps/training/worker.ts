/** The worker of the race, which starts when the step is opened. */
import { connect } from '../../compute/connection.ts';

export const worker = connect('training');
