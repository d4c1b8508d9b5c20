/** In a single file a worker has no scripts beside it to start workers of its own from. */
export const start_core: (() => Worker) | undefined = undefined;
