/** The core is fetched from files beside the worker. */
export { load as load_lab } from 'ffn-lab';
