/** The step at a glance, for the start page. */
import { NetworkChain } from './network_chain.tsx';
import type { Glances } from '../../numbers/step_entry.ts';

export const glances: Glances = { pass: () => <NetworkChain /> };
