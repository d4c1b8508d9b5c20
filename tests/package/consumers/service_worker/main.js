/** A service worker, where import() does not exist, as a script that is no module. */
import { load } from 'ffn-lab';

const variant = 'simd';
const wasm_url = './wasm/ffn-lab.simd.wasm';

async function compute() {
  const text_of = ({ code, message }) => `${code}: ${message}`;
  const error = await load({ variant }).catch(text_of);
  const lab = await load({ variant, wasm_url });
  const rng = lab.RandomState(42);
  const x = rng.randn([2, 5, 8]);
  const w1 = rng.randn([8, 32], { scale: 0.1 });
  const w2 = rng.randn([32, 8], { scale: 0.1 });
  const ffn = lab.FeedForward({ weights: { w1, w2 }, layout: 'in_out' });
  const pool_error = await lab.pool().catch(text_of);
  return { error, pool_error, output: [...ffn.forward(x).data] };
}

const report = (source) =>
  compute().then(
    (outcome) => source.postMessage(outcome),
    (error) => source.postMessage({ error: String(error) }),
  );
addEventListener('message', (event) => event.waitUntil(report(event.source)));
