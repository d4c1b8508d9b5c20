import { core_resource } from '../core/resource.ts';
import { forward_request } from './forward_request.ts';

/** The chosen example through the network, once for all that shows its tensors. */
export const pass = core_resource('feed_forward', forward_request);
