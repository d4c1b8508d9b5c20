/** Resolves in the next macrotask, so that a worker receives calls and cancellations sent meanwhile. */
export const next_task = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
