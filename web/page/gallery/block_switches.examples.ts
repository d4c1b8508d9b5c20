import { BlockSwitches } from '../src/charts/block_switches.tsx';
import type { BlockSwitchesProps } from '../src/charts/block_switches.tsx';
import { no_action } from './examples.ts';
import type { ChartExamples } from './examples.ts';

const part = (name: string, on: boolean) => ({
  name,
  on,
  state: on ? 'on' : 'off',
  on_switch: no_action,
});
const shared = { label: 'parts of the block', from: 'token vectors', to: 'next word' };

export const block_switches: ChartExamples<BlockSwitchesProps> = {
  Chart: BlockSwitches,
  examples: {
    'both parts add': {
      ...shared,
      parts: [part('Attention', true), part('Feed-forward network', true)],
    },
    'the network adds nothing': {
      ...shared,
      parts: [part('Attention', true), part('Feed-forward network', false)],
    },
    'nothing is added': {
      ...shared,
      parts: [part('Attention', false), part('Feed-forward network', false)],
    },
    'long names': {
      ...shared,
      parts: [part('Mécanisme d’attention', true), part('Réseau à propagation avant', true)],
    },
    'no part': { ...shared, parts: [] },
  },
  marks: { pattern: /role="switch"/g, count: ({ parts }) => parts.length },
};
