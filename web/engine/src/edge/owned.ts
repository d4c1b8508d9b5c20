/// <reference lib="esnext.disposable" preserve="true" />
/**
 * Ownership of C++ objects: `dispose` frees an object, later use throws, and garbage collection
 * frees objects that were not disposed.
 */
import { type ModuleInstance, expect_instance } from './module_instance.js';
import { FfnError } from './errors.js';
import type { RawHandle, RawModule } from './raw_module.js';
import { wrong_type } from './describe.js';

// Engines without Symbol.dispose use a symbol of the registry; `using` requires Symbol.dispose
// itself.
export const dispose_symbol: typeof Symbol.dispose =
  Symbol.dispose ?? (Symbol.for('Symbol.dispose') as typeof Symbol.dispose);

/**
 * The state of an object: its C++ object, undefined after `dispose`, and the listeners for its
 * release.
 */
interface Fields<Raw extends RawHandle = RawHandle> {
  readonly name: string;
  readonly instance: ModuleInstance;
  readonly released: Set<() => void>;
  raw: Raw | undefined;
}

function release(fields: Fields): void {
  fields.raw?.delete();
  fields.raw = undefined;
  for (const listener of fields.released) listener();
}

// Only a safety net: garbage collection happens at an unspecified time, and never during
// synchronous code.
const undisposed = new FinalizationRegistry<Fields>((fields) => {
  // A disposed lab has released the memory of all its objects.
  if (!fields.instance.disposed)
    console.warn(
      `ffn-lab: a ${fields.name} was garbage-collected without dispose(); its WebAssembly memory was not freed until now`,
    );
  release(fields);
});

/**
 * Reads the private fields of an object; undefined for other values, including proxies of objects.
 */
let fields_of: (value: object) => Fields | undefined;

/**
 * Base class of all objects that own a C++ object. The functions below are its interface for other
 * classes of the package.
 */
export abstract class Owned<Raw extends RawHandle> {
  readonly #fields: Fields<Raw>;

  static {
    fields_of = (value) => (#fields in value ? (value as Owned<RawHandle>).#fields : undefined);
  }

  /**
   * `make` creates the C++ object. `properties` returns the plain properties of this object, or
   * names properties of the C++ object to copy; then this object is frozen. `instead` is the
   * function that users of the package call instead of the constructor.
   */
  protected constructor(
    name: string,
    instance: ModuleInstance,
    make: (module: RawModule) => Raw,
    properties: readonly string[] | ((raw: Raw) => object) = [],
    instead?: string,
  ) {
    const raw = make(expect_instance(name, instance, instead).raw);
    this.#fields = { name, raw, instance, released: new Set() };
    undisposed.register(this, this.#fields, this);
    try {
      const copied =
        typeof properties === 'function'
          ? properties(raw)
          : Object.fromEntries(properties.map((name) => [name, property_of(raw, name)]));
      Object.freeze(Object.assign(this, copied, not_posted));
    } catch (error) {
      this.dispose(); // the caller never gets the object
      throw error;
    }
  }

  /**
   * Frees the C++ object. May be called repeatedly. Afterwards every other method throws
   * `disposed`; plain properties such as the sizes stay readable.
   */
  dispose(): void {
    const fields = expect_fields(this);
    if (fields.raw === undefined) return;
    undisposed.unregister(this);
    release(fields);
  }

  /** Calls `dispose()`, for `using`. */
  [dispose_symbol](): void {
    this.dispose();
  }
}

/**
 * A member of every object, lab and pool. Without it a posted object would arrive as its sizes only;
 * a function makes postMessage and structuredClone throw a DataCloneError, which quotes its source.
 */
export const not_posted = {
  cannot_be_posted() {
    return 'post weights(), state_dict() or to_safetensors() instead; load labs and pools there';
  },
};

/** A class of objects, whose constructor may be protected. */
type Class<Raw extends RawHandle> = { readonly prototype: Owned<Raw> } & (abstract new (
  ...args: never
) => Owned<Raw>);

/** Returns a property of a C++ object. @throws FfnError `internal` if src/bindings binds none */
export function property_of<Value>(raw: RawHandle, name: string): Value {
  const properties = raw as unknown as Record<string, Value>;
  if (name in raw) return properties[name] as Value;
  throw new FfnError('internal', `src/bindings binds no property ${name} here`);
}

/** Frameworks that observe state wrap objects in proxies, which lack the private fields. */
function expect_fields(owned: unknown): Fields {
  if (typeof owned !== 'object' || owned === null) {
    throw new FfnError(
      'invalid_type',
      'a method was called without its object; call it as object.method(…)',
    );
  }
  const fields = fields_of(owned);
  if (fields !== undefined) return fields;
  throw new FfnError(
    'invalid_type',
    'this object is a proxy; use the object itself (in Vue markRaw(object), in MobX observable.ref)',
  );
}

/** @internal Returns the C++ object. @throws FfnError `disposed`, `invalid_type` for a proxy */
export function raw_of<Raw extends RawHandle>(owned: Owned<Raw>): Raw {
  const { instance, name, raw } = expect_fields(owned);
  if (instance.disposed)
    throw new FfnError('disposed', `the lab of this ${name} has been disposed`);
  if (raw === undefined) throw new FfnError('disposed', `this ${name} has been disposed`);
  return raw as Raw;
}

/**
 * @internal Returns the instance of the lab that created the object. @throws FfnError `invalid_type`
 * for a proxy
 */
export function instance_of(owned: Owned<RawHandle>): ModuleInstance {
  return expect_fields(owned).instance;
}

/**
 * @internal Calls the listener, which must not refer to the object, when the C++ object is freed.
 * Returns a function that removes the listener.
 */
export function when_released(owned: Owned<RawHandle>, listener: () => void): () => void {
  const { released } = expect_fields(owned);
  released.add(listener);
  return () => released.delete(listener);
}

/**
 * @internal Returns the C++ object of an argument. C++ objects of different WebAssembly modules
 * cannot be combined, and a proxy of an object lacks its private fields. @throws FfnError
 * `invalid_type` unless `value` is an object of that class and of that lab; `disposed`
 */
export function raw_of_own<Raw extends RawHandle>(
  instance: ModuleInstance,
  type: Class<Raw>,
  name: string,
  argument: string,
  value: unknown,
): Raw {
  const own =
    typeof value === 'object' &&
    value !== null &&
    fields_of(value)?.instance === instance &&
    value instanceof type;
  if (own) return raw_of(value);
  throw wrong_type(argument, value, `a ${name} of the same lab`);
}
