/** The background service worker, where import() and Worker do not exist. */
import { load } from './node_modules/ffn-lab/dist/index.js';
import { work } from './work.js';

// Read by the test.
globalThis.outcome_of = () => work(load, false);
