/** The panels in the order in which a reader meets them. A new panel is one line here and one module beside this file. */
import type { ComponentType } from 'preact';
import type { MessageKey } from '../i18n.ts';
import { ActivationPanel } from './activation.tsx';
import { BlockPanel } from './block.tsx';
import { CostPanel } from './cost.tsx';
import { DropoutPanel } from './dropout.tsx';
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
}

export const panels: readonly PanelEntry[] = [
  { id: 'block', title: 'block.title', Panel: BlockPanel },
  { id: 'activation', title: 'activation.title', Panel: ActivationPanel },
  { id: 'feed_forward', title: 'feed_forward.title', Panel: FeedForwardPanel },
  { id: 'hidden', title: 'hidden.title', Panel: HiddenPanel },
  { id: 'independence', title: 'independence.title', Panel: IndependencePanel },
  { id: 'dropout', title: 'dropout.title', Panel: DropoutPanel },
  { id: 'cost', title: 'cost.title', Panel: CostPanel },
];

/** The way through the page. */
export const steps = panels.filter(({ reference }) => reference !== true);
