/** From a variant to a running module. */
import { FfnError } from './errors.js';
import { Lab } from './lab.js';
import { start } from './start.js';
import type { CreateModule } from './start.js';
import type { LoadOptions, Variant } from './types.js';
import { expect_object } from './validate.js';
import { choose_variant } from './variant.js';
import type { WorkerSource } from './worker_source.js';

/** Gives the bytes of a variant's .wasm file, from `url` or from beside the package. */
export type ReadWasm = (variant: Variant, url?: string | URL) => Promise<ArrayBuffer>;

// Static specifiers, so that bundlers see them; only the chosen one is ever loaded.
const glue: Record<Variant, () => Promise<{ default: CreateModule }>> = {
  relaxed: () => import('./wasm/ffn-lab.relaxed.js'),
  simd: () => import('./wasm/ffn-lab.simd.js'),
  scalar: () => import('./wasm/ffn-lab.scalar.js'),
};

async function compile(bytes: ArrayBuffer, variant: Variant): Promise<WebAssembly.Module> {
  const magic = new Uint8Array(bytes.slice(0, 4));
  if (String.fromCharCode(...magic) !== '\0asm') {
    throw new FfnError('load_failed', `the file of variant ${variant} is not a WebAssembly module (an error page of the server?)`);
  }
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw new FfnError(
      'load_failed',
      `the WebAssembly module of variant ${variant} does not compile (cut short, or forbidden by the page's policy?)`,
      { cause },
    );
  }
}

/** Makes `load` for one way of getting at the .wasm files and at workers. */
export function make_load(read_wasm: ReadWasm, source: WorkerSource): (options?: LoadOptions) => Promise<Lab> {
  return async (options = {}) => {
    expect_object('options', options);
    const { variant, refused } = choose_variant(options.variant);
    const module = options.wasm_module ?? (await compile(await read_wasm(variant, options.wasm_url), variant));
    const { default: create_module } = await glue[variant]();
    const { raw, memory } = await start(module, variant, create_module);
    return new Lab(raw, { variant, refused }, memory, { module, source });
  };
}
