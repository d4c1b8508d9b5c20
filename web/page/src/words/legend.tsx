/**
 * Legend entries: what the marks of a figure mean. A chart, or whatever draws marks, exports its
 * entries; a step names those of what it draws, and shell/step_legend.tsx shows the entries of the
 * marks that are drawn now.
 */
import type { ComponentChildren, VNode } from 'preact';
import type { MessageKey } from './i18n.ts';

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

export type Legend = readonly LegendEntry[];

/** `classes`: those of the marks, with blanks between them. */
export const legend_entry = (
  text: MessageKey,
  classes: string,
  sample: VNode,
  figure?: string,
): LegendEntry => ({
  text,
  classes: classes.split(' '),
  sample,
  ...(figure !== undefined && { figure }),
});

export function PlotSample({
  children,
  name = '',
}: {
  readonly children: ComponentChildren;
  readonly name?: string | undefined;
}) {
  return (
    <svg class={`plot ${name}`} width={64} height={24} viewBox="0 0 64 24">
      {children}
    </svg>
  );
}

/** `name`: class of the plot that styles the mark. */
export const plot_entry = (
  text: MessageKey,
  classes: string,
  mark: ComponentChildren,
  { name, figure }: { readonly name?: string; readonly figure?: string } = {},
): LegendEntry => legend_entry(text, classes, <PlotSample name={name}>{mark}</PlotSample>, figure);

/** Sample of a tensor cell; `share`: strength of its colour, 0 to 1. */
export const sample_cell = (kind: string, share: number, text: string) => (
  <span class={`cell ${kind}`} style={{ '--share': String(share) }}>
    {text}
  </span>
);

/** Entry of the element under the pointer, which a figure marks with one of the classes. */
export const linked_entry = (classes: string, figure: string): LegendEntry =>
  legend_entry(
    'legend.cell_linked',
    classes,
    sample_cell('cell_plus cell_linked', 0.3, '+'),
    figure,
  );
