/** The pool of workers and `load`, which start modules of their own. */
import { readFileSync } from 'node:fs';
import * as api from 'ffn-lab';
import { after_dispose, all_optional, no_arguments, owned, signal } from './vocabulary.js';
import type { Kind, Uses } from './vocabulary.js';

const pool: Uses<api.Pool> = {
  ...owned,
  workers: after_dispose,
  info: no_arguments,
  forward: {
    args: (given) => [
      [
        given.network(),
        given.x,
        {
          split: 'tokens',
          signal: signal(),
          on_progress: () => undefined,
          output: new Float32Array(given.x.data.length),
        },
      ],
    ],
    accepts: [...all_optional('2', 'split signal on_progress output'), '2.signal = Proxy'],
  },
  backward: {
    args: (given) => {
      const ffn = given.network();
      ffn.trace(given.x);
      return [[ffn, given.x, given.x, { signal: signal(), into: ffn.backward(given.x) }]];
    },
    accepts: [...all_optional('3', 'into signal'), '3.signal = Proxy'],
  },
};

const best = (await api.load()).info().variant;
const wasm = (variant: string) =>
  new URL(`../../../web/engine/dist/wasm/ffn-lab.${variant}.wasm`, import.meta.url);
const module_of = (variant: string) => new WebAssembly.Module(readFileSync(wasm(variant)));

const load: Uses<object> = {
  load: {
    args: () => [
      [
        {
          variant: best,
          memory_limit: 2 ** 26,
          signal: signal(),
          wasm_url: wasm(best).href,
        },
      ],
      [{ variant: best, wasm_module: module_of(best) }],
    ],
    accepts: [
      ...all_optional('0', 'variant memory_limit signal wasm_url wasm_module'),
      '0.memory_limit = 2147483648',
      '0.signal = Proxy',
    ],
  },
};

export const runtime_kinds: readonly Kind[] = [
  {
    name: 'Pool',
    type: api.Pool,
    make: ({ lab }) => lab.pool({ workers: 1 }),
    uses: pool,
    expensive: true,
  },
  {
    name: 'load',
    type: { prototype: { load: api.load } },
    make: () => ({ load: api.load }),
    uses: load,
    never_disposed: true,
    expensive: true,
  },
];
