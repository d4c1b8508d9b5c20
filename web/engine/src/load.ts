/** Loads and starts the WebAssembly module of a variant. */
import {
  abortable,
  checked_memory_limit,
  choose_variant,
  ModuleInstance,
  default_memory_limit,
  expect_address,
  expect_name,
  expect_signal,
  FfnError,
  option,
  read_options,
  start,
  try_read,
} from './edge/index.js';
import type {
  OptionsOf,
  OwnUint8Array,
  Read,
  Url,
  Variant,
  VariantChoice,
  WasmModule,
} from './edge/index.js';
import type { fetch_wasm, WasmFile } from './edge/fetch_wasm.js';
import { expect_wasm } from './edge/wasm_content.js';
import { Lab } from './lab.js';
import { type OwnFiles, read_own_wasm } from './own_files.js';
import type { WorkerSource } from './pool/worker_source.js';
import create_module, { stamps } from './wasm/ffn-lab.js';

/** Checks for a WebAssembly.Module of any realm by calling a function that only accepts modules. */
function expect_module(argument: string, value: unknown): WasmModule {
  const module = value as WebAssembly.Module;
  try_read(argument, value, 'a WebAssembly.Module', () =>
    WebAssembly.Module.customSections(module, 'build'),
  );
  return module;
}

const load_options = {
  /**
   * Variant to load instead of the best one. If the machine cannot run it, `load` rejects with
   * `unsupported`.
   */
  variant: option(expect_name<Variant>),
  /**
   * Largest size of the WebAssembly memory, also of each worker of a pool, in bytes: 4 MiB
   * (4194304) to 4 GiB less one page of 64 KiB (4294901760), rounded down to whole pages; default 1
   * GiB, which phones still allow. The machine may have to reserve all of it as address space. A
   * computation that needs more memory fails with `out_of_memory`.
   */
  memory_limit: option(checked_memory_limit),
  /** Aborts loading: the promise rejects with the signal's reason. */
  signal: option((_, value) => expect_signal(value)),
  /**
   * Address of the .wasm file of the chosen variant; default: the package's own file. A relative
   * address is resolved against the page, or in a worker against the worker's script; in Node it
   * must be absolute.
   */
  wasm_url: option<string | Url>(expect_address),
  /**
   * Compiled module to use instead of fetching one. It must be of the chosen variant, so specify
   * that, too: `{ variant: 'simd', wasm_module }`.
   */
  wasm_module: option(expect_module),
};

/** The variant to load, and its source. */
export interface LoadOptions extends OptionsOf<typeof load_options> {}

/** How the package reads its files and starts its workers on one platform. */
export interface Platform {
  readonly open_wasm: typeof fetch_wasm;
  readonly own_files: OwnFiles;
  readonly worker_source: WorkerSource;
}

async function bytes_of(response: Response): Promise<OwnUint8Array> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw new FfnError('load_failed', `${response.url} could not be read to its end`, { cause });
  }
}

/** Compiles the content of a file, or throws an error that says what is wrong with it. */
async function compile_file(file: WasmFile, variant: Variant): Promise<WasmModule> {
  const bytes = 'arrayBuffer' in file ? await bytes_of(file) : file;
  expect_wasm(bytes, variant);
  return WebAssembly.compile(bytes).catch((cause: unknown) => {
    const reasons = "truncated, or forbidden by the page's policy?";
    throw new FfnError(
      'load_failed',
      `the WebAssembly module of variant ${variant} does not compile (${reasons})`,
      { cause },
    );
  });
}

/**
 * Compiles the module. If the server sends the type application/wasm, which browsers require for
 * that, the module is compiled while its file arrives.
 */
async function compile(open: () => Promise<WasmFile>, variant: Variant): Promise<WasmModule> {
  const file = await open();
  const streams =
    'compileStreaming' in WebAssembly &&
    'headers' in file &&
    file.headers.get('content-type') === 'application/wasm';
  if (!streams) return compile_file(file, variant);
  // The errors of browsers differ and do not distinguish the causes, so the file is read once more
  // to find the cause.
  return WebAssembly.compileStreaming(file).catch(async () => compile_file(await open(), variant));
}

/** Returns a custom section that src/bindings/stamp_module.mjs wrote into the module. */
function stamp_of(module: WasmModule, name: 'build' | 'variant'): string {
  return WebAssembly.Module.customSections(module, name)
    .map((bytes) => new TextDecoder().decode(bytes))
    .join();
}

/**
 * Checks that the module belongs to the variant and to the package's JavaScript. Another variant
 * might run, but more slowly or with different rounding than `variant` promises; another build
 * might fail anywhere.
 */
function check_stamps(module: WasmModule, variant: Variant): void {
  const found = stamp_of(module, 'variant');
  if (found !== variant) {
    const what = found === '' ? 'not part of this package' : `of variant ${found}`;
    throw new FfnError(
      'load_failed',
      `the WebAssembly module is ${what}; expected variant ${variant}`,
    );
  }
  if (stamp_of(module, 'build') !== stamps[variant].build) {
    throw new FfnError(
      'load_failed',
      `the WebAssembly module of variant ${variant} and its JavaScript come from different builds`,
    );
  }
}

/** Creates the function `load` of a platform. */
export function make_load(platform: Platform): (options?: LoadOptions) => Promise<Lab> {
  return async (given = {}) => {
    const options = read_options(given, load_options);
    const choice = choose_variant(options.variant);
    options.signal?.throwIfAborted();
    const loading = load_variant(platform, choice, options);
    return options.signal === undefined ? loading : abortable(loading, options.signal);
  };
}

async function load_variant(
  platform: Platform,
  choice: VariantChoice,
  { wasm_url, wasm_module, memory_limit = default_memory_limit, signal }: Read<typeof load_options>,
): Promise<Lab> {
  const { variant } = choice;
  const compile_from = (address: string | Url) =>
    compile(() => platform.open_wasm(address, signal), variant);
  const module =
    wasm_module ??
    (await (wasm_url === undefined
      ? read_own_wasm(variant, platform.own_files, compile_from)
      : compile_from(wasm_url)));
  check_stamps(module, variant);
  const started = await start(module, variant, create_module, memory_limit);
  const instance = new ModuleInstance({
    ...choice,
    ...started,
    ...stamps[variant],
    memory_limit,
    module,
  });
  return new Lab(instance, platform.worker_source);
}
