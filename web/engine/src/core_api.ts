/** Public interface of `ffn-lab/core` except `load`, which differs between Node and browsers. */
export { CoreLab } from './layers/core_lab.js';
export { FfnError } from './edge/errors.js';
export type { FfnErrorCode, FfnErrorDetails } from './edge/errors.js';
export { FeedForward } from './layers/feed_forward.js';
export type * from './layers/feed_forward.js';
export { Network } from './layers/network.js';
export type { ForwardOptions, PassOptions } from './layers/network.js';
export type { FeedForwardBehaviour } from './layers/network_options.js';
export { RandomState } from './layers/random_state.js';
export type { RandnOptions } from './layers/random_state.js';
export { LinearLayer } from './layers/sequential.js';
export type { ActivationLayer, DropoutLayer, Layer } from './layers/sequential.js';
export type { StateDict, StateDictForm } from './layers/state_dict.js';
export type * from './edge/types.js';
export type { PartialWeights } from './edge/weights.js';
