/** Loads and starts the WebAssembly module of a variant. */
import { abortable } from './abort.js';
import { FfnError } from './errors.js';
import { Lab } from './lab.js';
import { expect_variant, Parts } from './parts.js';
import { start } from './start.js';
import type { CreateModule } from './start.js';
import type { LabInfo, LoadOptions, Part, Variant } from './types.js';
import { expect_options } from './validate.js';
import { checked_load_options, load_option_names } from './load_options.js';
import type { CheckedLoadOptions } from './load_options.js';
import { choose_variant } from './variant.js';
import type { VariantChoice } from './variant.js';
import type { WorkerSource } from './worker_source.js';

/** Reads one .wasm file of a variant, from `url` or from the package's own files. */
export type ReadWasm = (variant: Variant, part: Part | 'core', url?: string | URL, signal?: AbortSignal) => Promise<ArrayBuffer>;

// Static specifiers, so that bundlers recognize them. Only the chosen variant's glue code is loaded.
const glue: Record<Variant, () => Promise<{ default: CreateModule; sha256: LabInfo['sha256'] }>> = {
  relaxed: () => import('./wasm/ffn-lab.relaxed.js'),
  simd: () => import('./wasm/ffn-lab.simd.js'),
  scalar: () => import('./wasm/ffn-lab.scalar.js'),
};

async function compile(bytes: ArrayBuffer, variant: Variant, part: Part | 'core'): Promise<WebAssembly.Module> {
  const magic = new Uint8Array(bytes.slice(0, 4));
  if (String.fromCharCode(...magic) !== '\0asm') {
    throw new FfnError(
      'load_failed',
      `the file of variant ${variant}, ${part}, is not a WebAssembly module (an error page of the server?)`,
    );
  }
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw new FfnError(
      'load_failed',
      `the WebAssembly module of variant ${variant}, ${part}, does not compile (truncated, or forbidden by the page's policy?)`,
      { cause },
    );
  }
}

/** Creates the function `load` for one platform's access to .wasm files and workers. */
export function make_load(read_wasm: ReadWasm, source: WorkerSource): (options?: LoadOptions) => Promise<Lab> {
  return async (given = {}) => {
    const { variant, ...others } = expect_options('options', given, load_option_names);
    const choice = choose_variant(variant);
    const options = checked_load_options(others);
    options.signal?.throwIfAborted();
    const loading = load_variant(read_wasm, source, choice, options);
    return options.signal === undefined ? loading : abortable(loading, options.signal);
  };
}

async function load_variant(read_wasm: ReadWasm, source: WorkerSource, choice: VariantChoice, options: CheckedLoadOptions): Promise<Lab> {
  const { variant } = choice;
  const { parts: wanted, memory_limit, signal } = options;
  const read = async (file: Part | 'core', url?: string, until?: AbortSignal) =>
    compile(await read_wasm(variant, file, url, until), variant, file);
  const read_part = async (part: Part, until?: AbortSignal) =>
    options.part_modules[part] ?? (await read(part, options.part_urls[part], until));
  // Fetch all files at once, beginning with the core.
  const core = options.wasm_module === undefined ? read('core', options.wasm_url, signal) : Promise.resolve(options.wasm_module);
  const glued = glue[variant]();
  const fetched = Object.fromEntries(wanted.map((part) => [part, read_part(part, signal)]));
  Promise.all([glued, ...Object.values(fetched)]).catch(() => undefined); // reported below, unless the core fails first
  const module = await core;
  expect_variant(module, variant);
  const { default: create_module, sha256 } = await glued;
  const { raw, memory, exports } = await start(module, variant, create_module, memory_limit);
  const parts = new Parts(module, exports, raw, async (part) => fetched[part] ?? read_part(part));
  await Promise.all(wanted.map((part) => parts.add(part)));
  return new Lab(parts, { ...choice, sha256 }, memory, { module, source, memory_limit });
}
