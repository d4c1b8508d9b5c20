import { parentPort } from 'node:worker_threads';
import { load } from 'ffn-lab';
import { work } from './work.js';

parentPort.postMessage(await work(load));
