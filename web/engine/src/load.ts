/** From a variant to a running module. */
import { FfnError } from './errors.js';
import { Lab } from './lab.js';
import type { create } from './raw_module.js';
import type { LoadOptions, Variant } from './types.js';
import { expect_object } from './validate.js';
import { choose_variant } from './variant.js';

/** Gives the bytes of a variant's .wasm file, from `url` or from beside the package. */
export type ReadWasm = (variant: Variant, url?: string | URL) => Promise<ArrayBuffer>;

// Static specifiers, so that bundlers see them; only the chosen one is ever loaded.
const glue: Record<Variant, () => Promise<{ default: typeof create }>> = {
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

async function start(module: WebAssembly.Module, variant: Variant) {
  const { default: create_module } = await glue[variant]();
  let memory: WebAssembly.Memory | undefined;
  // Emscripten waits for `done` only: a failed instantiation has to end the wait from here.
  const raw = await new Promise<Awaited<ReturnType<typeof create>>>((resolve, reject) => {
    create_module({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports)
          .then((instance) => {
            memory = Object.values(instance.exports).find((item) => item instanceof WebAssembly.Memory);
            done(instance);
          })
          .catch(reject);
        return {};
      },
    }).then(resolve, reject);
  }).catch((cause: unknown) => {
    const what = cause instanceof RangeError ? 'out_of_memory' : 'load_failed';
    throw new FfnError(what, `the WebAssembly module of variant ${variant} does not start: ${String(cause)}`, { cause });
  });
  return { raw, memory };
}

/** Makes `load` for one way of getting at the .wasm files. */
export function make_load(read_wasm: ReadWasm): (options?: LoadOptions) => Promise<Lab> {
  return async (options = {}) => {
    expect_object('options', options);
    const { variant, refused } = choose_variant(options.variant);
    const module = options.wasm_module ?? (await compile(await read_wasm(variant, options.wasm_url), variant));
    const { raw, memory } = await start(module, variant);
    return new Lab(raw, { variant, refused }, memory);
  };
}
