/** The public face of the package, but for `load`, which differs between Node and browsers. */
export { FfnError } from './errors.js';
export type { FfnErrorCode, FfnErrorDetails } from './errors.js';
export { FeedForward } from './feed_forward.js';
export type { PassOptions } from './feed_forward.js';
export { Lab } from './lab.js';
export { RandomState } from './random_state.js';
export type * from './analysis_types.js';
export type * from './network_analysis_types.js';
export type * from './types.js';
