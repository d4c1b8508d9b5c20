/** Entry point of ffn-lab for Node; it has the declarations of index.ts. */
import { modules } from './glue.js';
import { Lab } from './lab.js';
import { make_load } from './load.js';
import { open_wasm } from './edge/wasm_source.node.js';
import { worker_source } from './pool/worker_source.node.js';

export * from './api.js';

export const load = make_load({
  modules,
  open_wasm,
  make_lab: (core) => new Lab(core, worker_source),
});
