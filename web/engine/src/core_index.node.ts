/** Entry point `ffn-lab/core` for Node; it has the declarations of core_index.ts. */
import { modules } from './core_glue.js';
import { CoreLab } from './layers/core_lab.js';
import { make_load } from './load.js';
import { open_wasm } from './edge/wasm_source.node.js';

export { CoreLab };
export * from './core_api.js';

export const load = make_load({ modules, open_wasm, make_lab: (core) => new CoreLab(core) });
