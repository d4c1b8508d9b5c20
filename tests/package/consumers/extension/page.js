import { load } from './node_modules/ffn-lab/dist/index.js';
import { work } from './work.js';

// Read by the test.
globalThis.outcome = work(load);
