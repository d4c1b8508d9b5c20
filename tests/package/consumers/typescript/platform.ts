/** Uses that need the types of a browser: `lib.dom.d.ts`. */
import { load } from 'ffn-lab';
import address from 'ffn-lab/ffn-lab.simd.wasm';

export async function digest(signal: AbortSignal, module: WebAssembly.Module): Promise<Blob> {
  const lab = await load({ wasm_url: new URL(address), wasm_module: module, signal });
  const y = lab.RandomState(42).randn([2, 5, 8]);
  const file = lab.write_safetensors({ y });
  const hash = await crypto.subtle.digest('SHA-256', y.data);
  using checkpoint = await lab.open_checkpoint(new Blob([file]), { signal });
  const pool = await lab.pool({ worker_url: new URL('worker.js', address) });
  pool.dispose();
  return new Blob([
    y.data,
    file,
    hash,
    lab.summarize(y).mean.toString(),
    checkpoint.tensors[0]?.name ?? '',
  ]);
}
