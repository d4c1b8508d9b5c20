/** Reads the bytes of a model as plugins/facts_archive.ts packs them for a single file. */
export { unpack as read_planes } from './unpack.ts';
