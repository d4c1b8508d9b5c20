/** The parts of the WebAssembly module that can be added to its core (src/bindings/parts.h). Internal. */
import { guard } from './guard.js';
import { FfnError } from './errors.js';
import type { RawModule } from './raw_module.js';
import type { Part, Variant } from './types.js';
import { wrong_type } from './validate.js';

export const part_names: readonly Part[] = ['models', 'experiments'];

/** Returns a compiled part of the running variant. */
export type FetchPart = (part: Part) => Promise<WebAssembly.Module>;

export function expect_part(name: string, value: unknown): Part {
  if (!(part_names as readonly unknown[]).includes(value))
    throw wrong_type(name, value, part_names.map((part) => `"${part}"`).join(' or '));
  return value as Part;
}

/** Returns a custom section that src/bindings/split_module.mjs wrote into the module. */
function stamp_of(module: WebAssembly.Module, name: 'build' | 'variant'): string {
  return WebAssembly.Module.customSections(module, name)
    .map((bytes) => new TextDecoder().decode(bytes))
    .join();
}

/** Core and parts refer to shared functions by index, so they must come from the same build. */
const build_of = (module: WebAssembly.Module) => stamp_of(module, 'build');

/**
 * Checks that the module is the core of that variant. Another variant could run, but with other bits than reported, or slowly.
 * @throws FfnError `load_failed`
 */
export function expect_variant(module: WebAssembly.Module, variant: Variant): void {
  const found = stamp_of(module, 'variant');
  if (found === variant) return;
  const what = found === '' ? 'not part of this package' : `of variant ${found}`;
  throw new FfnError('load_failed', `the WebAssembly module is ${what}; expected variant ${variant}`);
}

/** The running core and the parts that were added to it. */
export class Parts {
  readonly #core: WebAssembly.Module;
  readonly #exports: WebAssembly.Exports;
  readonly #raw: RawModule;
  readonly #fetch: FetchPart;
  readonly #adding = new Map<Part, Promise<void>>();
  readonly #added = new Set<Part>();

  constructor(core: WebAssembly.Module, exports: WebAssembly.Exports, raw: RawModule, fetch: FetchPart) {
    this.#core = core;
    this.#exports = exports;
    this.#raw = raw;
    this.#fetch = fetch;
  }

  /** Build of the core and of every part. */
  get build(): string {
    return build_of(this.#core);
  }

  get added(): readonly Part[] {
    return part_names.filter((part) => this.#added.has(part));
  }

  /** Adds a part once; the call may be repeated after a failure. */
  async add(part: Part): Promise<void> {
    let adding = this.#adding.get(part);
    if (adding === undefined) {
      adding = this.#instantiate(part);
      adding.catch(() => this.#adding.delete(part));
      this.#adding.set(part, adding);
    }
    return adding;
  }

  async #instantiate(part: Part): Promise<void> {
    const module = await this.#fetch(part);
    if (build_of(module) !== this.build) {
      throw new FfnError('load_failed', `the part ${part} and the core of the WebAssembly module come from different builds`);
    }
    try {
      await WebAssembly.instantiate(module, { '': this.#exports });
    } catch (cause) {
      throw new FfnError('load_failed', `the part ${part} of the WebAssembly module does not start: ${String(cause)}`, { cause });
    }
    this.#raw[`_bind_${part}`]();
    guard(this.#raw);
    this.#added.add(part);
  }

  /** Returns the module as a proxy on which access to a function of a missing part throws an error that names the part to load. */
  guarded(): RawModule {
    return new Proxy(this.#raw, {
      get: (raw, name) => {
        const found: unknown = Reflect.get(raw, name);
        if (found !== undefined || typeof name !== 'string') return found;
        const missing = part_names.filter((part) => !this.#added.has(part)).map((part) => `lab.load_part('${part}')`);
        throw new FfnError('not_loaded', `${name} is in a part that is not loaded; await ${missing.join(' or ')} first`);
      },
    });
  }
}
