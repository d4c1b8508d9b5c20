/// <reference lib="esnext.disposable" preserve="true" />
/** Ownership of C++ objects: freed once, refused afterwards, with a net for the forgetful. */
import { FfnError } from './errors.js';
import type { RawHandle } from './raw_module.js';

// Engines without Symbol.dispose get a symbol that nothing else uses; `using` needs one with it.
export const dispose_symbol: typeof Symbol.dispose = Symbol.dispose ?? (Symbol.for('Symbol.dispose') as typeof Symbol.dispose);

/** A C++ object, and who wants to know when it is freed. */
interface Holding {
  readonly name: string;
  readonly raw: RawHandle;
  readonly lab: Lifetime;
  readonly released: Set<() => void>;
}

function release({ raw, released }: Pick<Holding, 'raw' | 'released'>): void {
  raw.delete();
  for (const listener of released) listener();
}

// Only a net: collection happens whenever the engine likes, and never during synchronous code.
const forgotten = new FinalizationRegistry<Holding>((holding) => {
  // Whoever disposes of the lab has disposed of all that came from it.
  if (!holding.lab.disposed)
    console.warn(`ffn-lab: a ${holding.name} was garbage-collected without dispose(); its WebAssembly memory was held until now`);
  release(holding);
});

/** Tells whether the lab that an object came from still runs. */
export interface Lifetime {
  readonly disposed: boolean;
}

/** Base of every class that owns a C++ object. */
export abstract class Owned<Raw extends RawHandle> {
  #raw: Raw | undefined;
  readonly #name: string;
  readonly #lab: Lifetime;
  readonly #released = new Set<() => void>();

  protected constructor(name: string, raw: Raw, lab: Lifetime) {
    this.#raw = raw;
    this.#name = name;
    this.#lab = lab;
    forgotten.register(this, { name, raw, lab, released: this.#released }, this);
  }

  /** The C++ object. @throws FfnError `disposed` */
  protected get raw(): Raw {
    if (this.#lab.disposed) throw new FfnError('disposed', `the lab of this ${this.#name} has been disposed`);
    if (this.#raw === undefined) throw new FfnError('disposed', `this ${this.#name} has been disposed`);
    return this.#raw;
  }

  /** @internal By which the objects of the same lab are known. */
  protected get lab(): Lifetime {
    return this.#lab;
  }

  /** @internal See is_own. */
  static lab_of(value: object): Lifetime | undefined {
    return #lab in value ? (value as Owned<RawHandle>).#lab : undefined;
  }

  /** @internal The listener, which must not refer to this object, is called when the C++ object is freed; the answer takes it back. */
  when_released(listener: () => void): () => void {
    const released = this.#released;
    released.add(listener);
    return () => released.delete(listener);
  }

  /**
   * Frees the C++ object. Again and again is allowed; every other method throws afterwards. What the object keeps as a plain value, such as
   * its sizes, can still be read.
   */
  dispose(): void {
    if (this.#raw === undefined) return;
    forgotten.unregister(this);
    release({ raw: this.#raw, released: this.#released });
    this.#raw = undefined;
  }

  /** `dispose()`, for `using`. */
  [dispose_symbol](): void {
    this.dispose();
  }
}

/**
 * Is `value` an object of that class, made by that lab? Objects of two WebAssembly modules cannot meet, and what only passes for one, such
 * as a proxy, has none of its private state. Never throws.
 */
export function is_own<Type extends Owned<RawHandle>>(
  value: unknown,
  type: { readonly prototype: Type } & (abstract new (...args: never) => Type),
  lab: Lifetime,
): value is Type {
  return typeof value === 'object' && value !== null && Owned.lab_of(value) === lab && value instanceof type;
}
