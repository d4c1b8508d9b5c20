import { load } from './node_modules/ffn-lab/dist/index.js';
import { work } from './work.js';

const page = await work(load);
parent.postMessage({ page, worker: page }, '*');
