/** A worker of Cloudflare: modules are imported, and there is no `Worker` for pools. */
import { load } from 'ffn-lab';
import wasm_module from 'ffn-lab/ffn-lab.simd.wasm';

async function compute() {
  const lab = await load({ variant: 'simd', wasm_module });
  const rng = lab.RandomState(42);
  const x = rng.randn([2, 5, 8]);
  const w1 = rng.randn([8, 32], { scale: 0.1 });
  const w2 = rng.randn([32, 8], { scale: 0.1 });
  const ffn = lab.FeedForward({ weights: { w1, w2 }, layout: 'in_out' });
  return [...ffn.forward(x).data];
}

export default { fetch: async () => Response.json(await compute()) };
