/** The running WebAssembly module of a lab. Internal. */
import { FfnError } from './errors.js';
import type { RawModule } from './raw_module.js';
import type { LabInfo } from './types.js';
import type { WasmMemory, WasmModule } from './platform_types.js';

/** A running module, its memory and its description. */
export interface Running extends Omit<LabInfo, 'version' | 'heap_bytes'> {
  readonly raw: RawModule;
  readonly memory: WasmMemory;
  /** The compiled module, for the workers of pools. */
  readonly module: WasmModule;
}

/**
 * The instance of the WebAssembly module that a lab runs, and the first argument of the
 * constructors. It identifies the objects of the same lab, and as the package
 * exports no way to get one, only the package itself can call the constructors.
 */
export class ModuleInstance {
  #running: Running | undefined;

  constructor(running: Running) {
    this.#running = running;
  }

  /** @throws FfnError `disposed` */
  get running(): Running {
    if (this.#running === undefined) throw new FfnError('disposed', 'this lab has been disposed');
    return this.#running;
  }

  /** @throws FfnError `disposed` */
  get raw(): RawModule {
    return this.running.raw;
  }

  get disposed(): boolean {
    return this.#running === undefined;
  }

  /** Lets the module's memory be garbage-collected. */
  dispose(): void {
    this.#running = undefined;
  }
}

/** Returns the error for a constructor that a user of the package calls with `new`. */
export function no_constructor(type: string, instead: string): FfnError {
  return new FfnError('invalid_type', `new ${type}(…) is not possible; call ${instead}`);
}

/**
 * Checks the first argument of a constructor. @throws FfnError `invalid_type` that names the method
 * to call instead
 */
export function expect_instance(
  type: string,
  instance: unknown,
  instead = `lab.${type}(…)`,
): ModuleInstance {
  if (instance instanceof ModuleInstance) return instance;
  throw no_constructor(type, instead);
}
