/** What the panels of late/ ask of the page's own worker: each adds the interface of its folder here, and its handlers in handlers.ts. */

// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- none so far
export interface LateCalls {}
