/// <reference lib="esnext.disposable" preserve="true" />
/** Ownership of C++ objects: `dispose` frees an object, later use throws, and garbage collection frees objects that were not disposed. */
import { FfnError } from './errors.js';
import type { RawHandle } from './raw_module.js';

// Engines without Symbol.dispose use a symbol of the registry; `using` requires Symbol.dispose itself.
export const dispose_symbol: typeof Symbol.dispose = Symbol.dispose ?? (Symbol.for('Symbol.dispose') as typeof Symbol.dispose);

/** A C++ object and the listeners for its release. */
interface Resource {
  readonly name: string;
  readonly raw: RawHandle;
  readonly lab: Lifetime;
  readonly released: Set<() => void>;
}

function release({ raw, released }: Pick<Resource, 'raw' | 'released'>): void {
  raw.delete();
  for (const listener of released) listener();
}

// Only a safety net: garbage collection happens at an unspecified time, and never during synchronous code.
const undisposed = new FinalizationRegistry<Resource>((resource) => {
  // A disposed lab has released the memory of all its objects.
  if (!resource.lab.disposed)
    console.warn(`ffn-lab: a ${resource.name} was garbage-collected without dispose(); its WebAssembly memory was not freed until now`);
  release(resource);
});

/** Whether the lab that created an object is disposed. */
export interface Lifetime {
  readonly disposed: boolean;
}

/** Base class of all objects that own a C++ object. */
export abstract class Owned<Raw extends RawHandle> {
  #raw: Raw | undefined;
  readonly #name: string;
  readonly #lab: Lifetime;
  readonly #released = new Set<() => void>();

  protected constructor(name: string, raw: Raw, lab: Lifetime) {
    this.#raw = raw;
    this.#name = name;
    this.#lab = lab;
    undisposed.register(this, { name, raw, lab, released: this.#released }, this);
  }

  /** The C++ object. @throws FfnError `disposed` */
  protected get raw(): Raw {
    if (this.#lab.disposed) throw new FfnError('disposed', `the lab of this ${this.#name} has been disposed`);
    if (this.#raw === undefined) throw new FfnError('disposed', `this ${this.#name} has been disposed`);
    return this.#raw;
  }

  /** @internal The lifetime object of the lab, which identifies the objects of the same lab. */
  protected get lab(): Lifetime {
    return this.#lab;
  }

  /** @internal Returns the lifetime object of an Owned object, undefined for any other object; see is_own. */
  static lab_of(value: object): Lifetime | undefined {
    return #lab in value ? (value as Owned<RawHandle>).#lab : undefined;
  }

  /**
   * @internal Calls the listener, which must not refer to this object, when the C++ object is freed. Returns a function that removes the
   * listener.
   */
  when_released(listener: () => void): () => void {
    const released = this.#released;
    released.add(listener);
    return () => released.delete(listener);
  }

  /**
   * Frees the C++ object. May be called repeatedly. Afterwards every other method throws `disposed`; plain properties such as the sizes
   * stay readable.
   */
  dispose(): void {
    if (this.#raw === undefined) return;
    undisposed.unregister(this);
    release({ raw: this.#raw, released: this.#released });
    this.#raw = undefined;
  }

  /** Calls `dispose()`, for `using`. */
  [dispose_symbol](): void {
    this.dispose();
  }
}

/**
 * Returns whether `value` is an object of that class and was created by that lab. C++ objects of different WebAssembly modules cannot be
 * combined; a proxy of an object lacks its private fields and is rejected. Never throws.
 */
export function is_own<Type extends Owned<RawHandle>>(
  value: unknown,
  type: { readonly prototype: Type } & (abstract new (...args: never) => Type),
  lab: Lifetime,
): value is Type {
  return typeof value === 'object' && value !== null && Owned.lab_of(value) === lab && value instanceof type;
}
