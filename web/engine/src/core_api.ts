/** The part of the public interface that `ffn-lab/core` and `ffn-lab` have in common. */
export * from './edge/errors.js';
export { FeedForward } from './layers/feed_forward.js';
export type * from './layers/feed_forward.js';
export { type ForwardOptions, Network, type PassOptions } from './layers/network.js';
export type { FeedForwardBehaviour } from './layers/network_options.js';
export { type RandnOptions, RandomState } from './layers/random_state.js';
export {
  type ActivationLayer,
  type DropoutLayer,
  type Layer,
  LinearLayer,
} from './layers/sequential.js';
export type { StateDict, StateDictForm } from './layers/state_dict.js';
export type { LoadOptions } from './load.js';
export type * from './edge/types.js';
export type { PartialWeights } from './edge/weights.js';
