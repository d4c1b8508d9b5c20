/** Loads the core from .wasm files beside the worker. */
export { load as load_lab } from 'ffn-lab';
