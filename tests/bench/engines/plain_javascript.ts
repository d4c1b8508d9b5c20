/** The page's JavaScript baseline: two loops over typed arrays. */
import { plain_javascript } from '../../../web/page/src/steps/speed/harness/plain_javascript.ts';
import type { Engine } from './engine.ts';
import { Unable } from './engine.ts';

export const engine: Engine = {
  prepare(work, weights, threads) {
    if (threads > 1) return Promise.reject(new Unable('a loop in JavaScript has one thread'));
    return Promise.resolve({
      run: plain_javascript(work.activation, weights),
      close: () => undefined,
    });
  },
};
