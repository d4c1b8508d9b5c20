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
  readonly released: Set<() => void>;
}

function release({ raw, released }: Holding): void {
  raw.delete();
  for (const listener of released) listener();
}

// Only a net: collection happens whenever the engine likes, and never during synchronous code.
const forgotten = new FinalizationRegistry<Holding>((holding) => {
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
    forgotten.register(this, { name, raw, released: this.#released }, this);
  }

  /** The C++ object. @throws FfnError `disposed` */
  protected get raw(): Raw {
    if (this.#lab.disposed) throw new FfnError('disposed', `the lab of this ${this.#name} has been disposed`);
    if (this.#raw === undefined) throw new FfnError('disposed', `this ${this.#name} has been disposed`);
    return this.#raw;
  }

  /** @internal Was it made by this lab? */
  is_of(lab: Lifetime): boolean {
    return this.#lab === lab;
  }

  /** Were both made by the same lab? Objects of two WebAssembly modules cannot meet. */
  protected shares_lab_with(other: Owned<RawHandle>): boolean {
    return this.#lab === other.#lab;
  }

  /** @internal The listener, which must not refer to this object, is called when the C++ object is freed; the answer takes it back. */
  when_released(listener: () => void): () => void {
    const released = this.#released;
    released.add(listener);
    return () => released.delete(listener);
  }

  /** Frees the C++ object. Again and again is allowed; every other method throws afterwards. */
  dispose(): void {
    if (this.#raw === undefined) return;
    forgotten.unregister(this);
    release({ name: this.#name, raw: this.#raw, released: this.#released });
    this.#raw = undefined;
  }

  /** `dispose()`, for `using`. */
  [dispose_symbol](): void {
    this.dispose();
  }
}
