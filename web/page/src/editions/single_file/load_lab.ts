/** The core is in the worker's own script, packed by plugins/wasm_archive.ts. */
import { load } from 'ffn-lab';
import type { Lab, Part, Variant } from 'ffn-lab';
import archive from 'virtual:wasm_archive';

const best_first = ['relaxed', 'simd', 'scalar'] as const satisfies Variant[];

/** One file of each variant: cut into equally many slices, which lie in turn, so that what they share is stored once. */
async function unpack(file: Part | 'core'): Promise<Record<Variant, Uint8Array<ArrayBuffer>>> {
  const { lengths, slices, data } = archive[file];
  const packed = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const files = best_first.map((variant) => [variant, new Uint8Array(lengths[variant])] as const);
  let from = 0;
  for (let slice = 0; slice < slices; slice++) {
    for (const [, whole] of files) {
      const start = Math.floor((slice * whole.length) / slices);
      const size = Math.floor(((slice + 1) * whole.length) / slices) - start;
      whole.set(bytes.subarray(from, from + size), start);
      from += size;
    }
  }
  return Object.fromEntries(files) as Record<Variant, Uint8Array<ArrayBuffer>>;
}

export async function load_lab(): Promise<Lab> {
  const [core, models, experiments] = await Promise.all([unpack('core'), unpack('models'), unpack('experiments')]);
  const variant = best_first.find((name) => WebAssembly.validate(core[name])) ?? 'scalar';
  const modules = [core, models, experiments].map((file) => WebAssembly.compile(file[variant]));
  const [wasm_module, ...parts] = (await Promise.all(modules)) as [WebAssembly.Module, WebAssembly.Module, WebAssembly.Module];
  return load({ variant, wasm_module, part_modules: { models: parts[0], experiments: parts[1] } });
}
