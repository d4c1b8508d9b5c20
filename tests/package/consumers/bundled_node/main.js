/** A program that is bundled for Node with the package in it. */
import { load } from 'ffn-lab';
import { work } from './work.js';

work(load).then((page) => console.log(JSON.stringify({ page, worker: page })));
