/** Legend entries of the page's figures, which the glossary shows. */
import { signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import type { MessageKey } from '../words/i18n.ts';

export interface LegendEntry {
  /** CSS classes of the explained elements. */
  readonly classes: readonly string[];
  /** Sample of the element, drawn as in the figure. */
  readonly sample: VNode;
}

/** Legend entry of a lazy panel, with its explanation from the panel's own messages. */
export interface LazyLegendEntry extends LegendEntry {
  readonly text: MessageKey;
}

/** Legends of all panels in their order, by panel name; undefined until a panel is loaded. */
export const lazy_legends = signal<Readonly<Record<string, readonly LazyLegendEntry[] | undefined>>>({});

/** Announces the panels whose legends will be added. */
export function expect_legends(panels: readonly string[]): void {
  lazy_legends.value = Object.fromEntries(panels.map((panel) => [panel, undefined]));
}

export function add_legend(panel: string, legend: readonly LazyLegendEntry[]): void {
  lazy_legends.value = { ...lazy_legends.value, [panel]: legend };
}

/** Sample of a plot, 64 × 24 pixels. */
export function PlotSample({ children, name = '' }: { readonly children: ComponentChildren; readonly name?: string }) {
  return (
    <svg class={`plot ${name}`} width={64} height={24} viewBox="0 0 64 24">
      {children}
    </svg>
  );
}

/** Sample of a tensor cell; `share`: strength of its colour, 0 to 1. */
export const sample_cell = (kind: string, share: number, text: string) => (
  <span class={`cell ${kind}`} style={{ '--share': String(share) }}>
    {text}
  </span>
);
