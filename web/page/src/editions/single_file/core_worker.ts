/**
 * Undefined: the single file has no separate scripts from which a worker could start another one.
 */
export const start_core: (() => Worker) | undefined = undefined;
