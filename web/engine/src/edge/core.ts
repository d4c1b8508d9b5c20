/** The running WebAssembly module of a lab. Internal. */
import { FfnError } from './errors.js';
import type { RawModule } from './raw_module.js';

/**
 * First argument of the constructors. It identifies the objects of the same lab, and as the package exports no way to get one, only the
 * package itself can call the constructors.
 */
export class Core {
  #raw: RawModule | undefined;

  constructor(raw: RawModule) {
    this.#raw = raw;
  }

  /** @throws FfnError `disposed` */
  get raw(): RawModule {
    if (this.#raw === undefined) throw new FfnError('disposed', 'this lab has been disposed');
    return this.#raw;
  }

  get disposed(): boolean {
    return this.#raw === undefined;
  }

  /** Lets the module's memory be garbage-collected. */
  dispose(): void {
    this.#raw = undefined;
  }
}

/** Returns the error for a constructor that a user of the package calls with `new`. */
export function no_constructor(type: string, instead: string): FfnError {
  return new FfnError('invalid_type', `new ${type}(…) is not possible; call ${instead}`);
}

/** Checks the first argument of a constructor. @throws FfnError `invalid_type` that names the method to call instead */
export function expect_core(type: string, core: unknown, instead = `lab.${type}(…)`): Core {
  if (core instanceof Core) return core;
  throw no_constructor(type, instead);
}
