/** Uses the package in the application's own worker, from which a pool starts nested workers. */
import './trusted.js';
import { load } from 'ffn-lab';
import { work } from './work.js';

addEventListener('message', ({ data: { pools } }) =>
  work(load, pools).then(
    (outcome) => postMessage({ outcome }),
    (error) => postMessage({ error: String(error) }),
  ),
);
