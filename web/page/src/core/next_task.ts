/** A turn of the event loop, in which a worker hears what the page has to say: another question, or that it is enough. */
export const next_task = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
