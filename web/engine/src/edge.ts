/**
 * The edge to the module, where nothing is to be thrown: its functions answer with errors as values. What is thrown all the same, for want
 * of memory for a result outside the module or by a fault of it, becomes an FfnError here, and the module stays usable.
 */
import { FfnError } from './errors.js';
import type { RawModule } from './raw_module.js';

type Call = (this: unknown, ...values: unknown[]) => unknown;

// Emscripten's own, and what is called thousands of times for a page's frame and can throw nothing: it makes no value.
const unguarded = /^(stack|_bind_|allocate$|release$|add_at$|forward_units_at$)|Error$/;

const guarded = new WeakSet<Call>();

/** What was thrown, as the package throws it. */
function error_at(name: string, cause: unknown): FfnError {
  if (cause instanceof FfnError) return cause;
  if (cause instanceof RangeError && !/call stack/i.test(cause.message)) {
    return new FfnError('out_of_memory', `this machine has no room for the result of ${name}: ${cause.message}`, { cause });
  }
  return new FfnError('internal', `${name} came to grief in the WebAssembly module: ${String(cause)}`, { cause });
}

// Here no frame of the module is left, so that its stack begins anew.
function guard_all(holder: object, raw: RawModule, base: number): void {
  for (const [name, { value, writable }] of Object.entries(Object.getOwnPropertyDescriptors(holder))) {
    if (typeof value !== 'function' || !writable || unguarded.test(name) || guarded.has(value as Call)) continue;
    const { prototype } = value as { readonly prototype?: { readonly delete?: unknown } };
    if (name === 'constructor') continue;
    if (typeof prototype?.delete === 'function') {
      guard_all(prototype, raw, base);
      continue;
    }
    const call = value as Call;
    const safe: Call = function (...values) {
      try {
        return call.apply(this, values);
      } catch (cause) {
        raw.stackRestore(base);
        throw error_at(name, cause);
      }
    };
    guarded.add(safe);
    Object.assign(safe, call); // what Embind notes there
    Object.defineProperty(holder, name, { value: safe, writable: true, configurable: true, enumerable: true });
  }
}

/** Guards what has been bound so far. To be called while no function of the module runs. */
export function guard(raw: RawModule): void {
  guard_all(raw, raw, raw.stackSave());
}
