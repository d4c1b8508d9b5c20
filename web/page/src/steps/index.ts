/** The panels in page order. A new panel takes one line here and one module beside this file. */
import { h } from 'preact';
import type { ComponentType } from 'preact';
import { LazyPanel } from '../shell/lazy_panel.tsx';
import type { LoadLazyPanel } from '../shell/lazy_panel.tsx';
import type { MessageKey } from '../words/i18n.ts';
import { ActivationPanel } from './activation/step.tsx';
import { BlockPanel } from './block/step.tsx';
import { CostPanel } from './cost/step.tsx';
import { DropoutPanel } from './dropout/step.tsx';
import { GlossaryPanel } from './glossary/step.tsx';
import { FeedForwardPanel } from './feed_forward/step.tsx';
import { HiddenPanel } from './hidden/step.tsx';
import { IndependencePanel } from './independence/step.tsx';

export interface PanelEntry {
  /** Anchor of the section. */
  readonly id: string;
  readonly title: MessageKey;
  readonly Panel: ComponentType;
  /** Reference material, which is not one of the numbered steps. */
  readonly reference?: true;
  /** Its code is loaded when it comes near the viewport. */
  readonly lazy?: true;
}

/** Returns an entry whose code, messages and styles are loaded lazily. */
const lazy = (id: string, title: MessageKey, lead: MessageKey, load: LoadLazyPanel): PanelEntry => ({
  id,
  title,
  lazy: true,
  Panel: () => h(LazyPanel, { name: id, lead, load }),
});

export const panels: readonly PanelEntry[] = [
  { id: 'block', title: 'block.title', Panel: BlockPanel },
  { id: 'activation', title: 'activation.title', Panel: ActivationPanel },
  { id: 'feed_forward', title: 'feed_forward.title', Panel: FeedForwardPanel },
  { id: 'hidden', title: 'hidden.title', Panel: HiddenPanel },
  { id: 'independence', title: 'independence.title', Panel: IndependencePanel },
  { id: 'dropout', title: 'dropout.title', Panel: DropoutPanel },
  { id: 'cost', title: 'cost.title', Panel: CostPanel },
  lazy('backward', 'backward.title', 'backward.lead', () => import('./backward/step.tsx')),
  lazy('training', 'training.title', 'training.lead', () => import('./training/step.tsx')),
  lazy('speed', 'speed.title', 'speed.lead', () => import('./speed/step.tsx')),
  lazy('bridge', 'bridge.title', 'bridge.lead', () => import('./bridge/step.tsx')),
  lazy('checkpoint', 'checkpoint.title', 'checkpoint.lead', () => import('./checkpoint/step.tsx')),
  lazy('proof', 'proof.title', 'proof.lead', () => import('./proof/step.tsx')),
  // The glossary stays last.
  { id: 'glossary', title: 'glossary.title', Panel: () => h(GlossaryPanel, { panels: steps }), reference: true },
];

/** All panels except reference material. */
export const steps = panels.filter(({ reference }) => reference !== true);
