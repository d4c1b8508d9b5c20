/** A mark of the page's drawings, as the glossary shows it. */
import { signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import type { MessageKey } from '../i18n.ts';

export interface LegendEntry {
  /** The classes of what it explains. */
  readonly classes: readonly string[];
  /** Drawn as on the page. */
  readonly sample: VNode;
}

/** A mark of a panel of lazy/, which brings its own words. */
export interface LazyLegendEntry extends LegendEntry {
  readonly text: MessageKey;
}

/** Legend of the panels of lazy/ that have come, by the names of the panels. */
export const lazy_legends = signal<Readonly<Record<string, readonly LazyLegendEntry[]>>>({});

export function add_legend(panel: string, legend: readonly LazyLegendEntry[]): void {
  lazy_legends.value = { ...lazy_legends.value, [panel]: legend };
}

/** A piece of a figure, 64 × 24. */
export function PlotSample({ children, name = '' }: { readonly children: ComponentChildren; readonly name?: string }) {
  return (
    <svg class={`plot ${name}`} width={64} height={24} viewBox="0 0 64 24">
      {children}
    </svg>
  );
}

/** A cell of a tensor, as strong as its share of the largest number. */
export const sample_cell = (kind: string, share: number, text: string) => (
  <span class={`cell ${kind}`} style={{ '--share': String(share) }}>
    {text}
  </span>
);
