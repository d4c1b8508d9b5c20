/** The panels in the order in which a reader meets them. A new panel is one line here and one module beside this file. */
import { h } from 'preact';
import type { ComponentType } from 'preact';
import { LatePanel } from '../components/late_panel.tsx';
import type { LoadLatePanel } from '../components/late_panel.tsx';
import type { MessageKey } from '../i18n.ts';
import { ActivationPanel } from './activation.tsx';
import { BlockPanel } from './block.tsx';
import { CostPanel } from './cost.tsx';
import { DropoutPanel } from './dropout.tsx';
import { GlossaryPanel } from './glossary.tsx';
import { FeedForwardPanel } from './feed_forward.tsx';
import { HiddenPanel } from './hidden.tsx';
import { IndependencePanel } from './independence.tsx';

export interface PanelEntry {
  /** Anchor of the section. */
  readonly id: string;
  readonly title: MessageKey;
  readonly Panel: ComponentType;
  /** To be looked up, not a step of the way. */
  readonly reference?: true;
  /** Comes with its own code when the reader is near. */
  readonly late?: true;
}

/** A panel that comes with its own code, words and styles from late/. */
const late = (id: string, title: MessageKey, lead: MessageKey, load: LoadLatePanel): PanelEntry => ({
  id,
  title,
  late: true,
  Panel: () => h(LatePanel, { name: id, lead, load }),
});

export const panels: readonly PanelEntry[] = [
  { id: 'block', title: 'block.title', Panel: BlockPanel },
  { id: 'activation', title: 'activation.title', Panel: ActivationPanel },
  { id: 'feed_forward', title: 'feed_forward.title', Panel: FeedForwardPanel },
  { id: 'hidden', title: 'hidden.title', Panel: HiddenPanel },
  { id: 'independence', title: 'independence.title', Panel: IndependencePanel },
  { id: 'dropout', title: 'dropout.title', Panel: DropoutPanel },
  { id: 'cost', title: 'cost.title', Panel: CostPanel },
  late('backward', 'backward.title', 'backward.lead', () => import('../late/backward/panel.tsx')),
  late('training', 'training.title', 'training.lead', () => import('../late/training/panel.tsx')),
  late('speed', 'speed.title', 'speed.lead', () => import('../late/speed/panel.tsx')),
  late('bridge', 'bridge.title', 'bridge.lead', () => import('../late/bridge/panel.tsx')),
  late('checkpoint', 'checkpoint.title', 'checkpoint.lead', () => import('../late/checkpoint/panel.tsx')),
  late('proof', 'proof.title', 'proof.lead', () => import('../late/proof/panel.tsx')),
  // The last one, whatever comes before it.
  { id: 'glossary', title: 'glossary.title', Panel: () => h(GlossaryPanel, { panels: steps }), reference: true },
];

/** The way through the page. */
export const steps = panels.filter(({ reference }) => reference !== true);
