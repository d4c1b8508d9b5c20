/** Emscripten's JavaScript and the stamps of the modules, which start_up_code.mjs joins. */
import type { Stamp } from '../edge/start.js';
import type { Variant } from '../edge/types.js';

export { create as default } from '../edge/raw_module.js';
export declare const stamps: Readonly<Record<Variant, Stamp>>;
