/**
 * Legend entries of the page's figures. shell/step_legend.tsx shows the entries of the marks that a
 * step draws.
 */
import type { ComponentChildren, VNode } from 'preact';
import type { MessageKey } from '../words/i18n.ts';

export interface LegendEntry {
  readonly text: MessageKey;
  /** CSS classes of the explained marks. */
  readonly classes: readonly string[];
  /**
   * Selector of a figure that draws the mark only in some states, e.g. under the pointer; default:
   * an element of one of the classes.
   */
  readonly figure?: string;
  readonly sample: VNode;
}

export function PlotSample({
  children,
  name = '',
}: {
  readonly children: ComponentChildren;
  readonly name?: string;
}) {
  return (
    <svg class={`plot ${name}`} width={64} height={24} viewBox="0 0 64 24">
      {children}
    </svg>
  );
}

export const plot_entry = (
  text: MessageKey,
  classes: readonly string[],
  mark: VNode,
): LegendEntry => ({
  text,
  classes,
  sample: <PlotSample>{mark}</PlotSample>,
});

/** Sample of a tensor cell; `share`: strength of its colour, 0 to 1. */
export const sample_cell = (kind: string, share: number, text: string) => (
  <span class={`cell ${kind}`} style={{ '--share': String(share) }}>
    {text}
  </span>
);
