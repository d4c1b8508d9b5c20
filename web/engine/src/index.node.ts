/** Entry point of ffn-lab for Node; its declarations are those of index.ts. */
import { glue } from './glue.js';
import { Lab } from './lab.js';
import { make_load } from './load.js';
import { wasm_source } from './edge/wasm_source.node.js';
import { worker_source } from './pool/worker_source.node.js';

export * from './api.js';

export const load = make_load({ open_wasm: wasm_source('ffn-lab'), glue, lab: Lab, source: worker_source });
