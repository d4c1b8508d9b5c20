/** A service worker, where import() and Worker do not exist, without a bundler. */
import { load } from './node_modules/ffn-lab/dist/index.js';
import { work } from './work.js';

const outcome_of = () =>
  work(load, false).then(
    (page) => ({ page, worker: page }),
    (error) => ({ error: String(error) }),
  );
const answer = async ({ source }) => source.postMessage(await outcome_of());
addEventListener('message', (event) => event.waitUntil(answer(event)));
