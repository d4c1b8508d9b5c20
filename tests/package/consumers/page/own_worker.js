/** The package in the application's own worker, from which the pool starts workers in turn. */
import './trusted.js';
import { load } from 'ffn-lab';
import { work } from './work.js';

work(load).then(
  (outcome) => postMessage({ outcome }),
  (error) => postMessage({ error: String(error) }),
);
