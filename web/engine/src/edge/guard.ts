/**
 * Guards the calls into the WebAssembly module. Its functions return errors as values and should
 * not throw. If one throws nevertheless, because memory outside the module is exhausted or because
 * of a defect, the guard throws an FfnError instead and the module stays usable.
 */
import { FfnError } from './errors.js';
import type { RawModule } from './raw_module.js';

type Call = (this: unknown, ...values: unknown[]) => unknown;

// Emscripten's own functions, and functions that run thousands of times per frame, return no
// objects and cannot throw.
const unguarded = /^(stack|allocate$|release$|add_at$|forward_units_at$)|Error$/;

/** Returns the FfnError for an exception of the function `name`. */
function error_at(name: string, cause: unknown): FfnError {
  if (cause instanceof FfnError) return cause;
  if (cause instanceof RangeError && !/call stack/i.test(cause.message)) {
    return new FfnError(
      'out_of_memory',
      `this machine has too little memory for the result of ${name}: ${cause.message}`,
      { cause },
    );
  }
  // A getter of an argument disposed of an object that the call uses.
  if (cause instanceof Error && cause.name === 'BindingError' && /delete/.test(cause.message)) {
    return new FfnError('disposed', `an object that ${name} uses was disposed during the call`, {
      cause,
    });
  }
  return new FfnError(
    'internal',
    `${name} failed inside the WebAssembly module: ${String(cause)}`,
    { cause },
  );
}

function guarded(name: string, call: Call, raw: RawModule, base: number): Call {
  const safe: Call = function (...values) {
    try {
      return call.apply(this, values);
    } catch (cause) {
      raw.stackRestore(base);
      throw error_at(name, cause);
    }
  };
  return Object.assign(safe, call); // Embind's properties of the function
}

// `base` is the stack pointer while no function of the module runs, so it can be restored after an
// exception.
function guard_all(holder: object, raw: RawModule, base: number): void {
  for (const [name, { value, writable }] of Object.entries(
    Object.getOwnPropertyDescriptors(holder),
  )) {
    if (typeof value !== 'function' || !writable || name === 'constructor' || unguarded.test(name))
      continue;
    const { prototype } = value as { readonly prototype?: { readonly delete?: unknown } };
    if (typeof prototype?.delete === 'function') guard_all(prototype, raw, base);
    else
      Object.defineProperty(holder, name, {
        value: guarded(name, value as Call, raw, base),
        enumerable: true,
      });
  }
}

/**
 * Guards all functions of the module. Must be called once, while no function of the module runs.
 */
export function guard(raw: RawModule): void {
  guard_all(raw, raw, raw.stackSave());
}
