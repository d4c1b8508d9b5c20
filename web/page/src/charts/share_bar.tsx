/**
 * Stacked bar of a whole and its parts. Hidden from screen readers: the numbers are in the text
 * beside it.
 */
import { legend_entry, type Legend } from '../words/legend.tsx';

const parts = ['feed_forward', 'attention', 'norms', 'embeddings'] as const;
export type PartName = (typeof parts)[number];

export interface ShareBarProps {
  readonly parts: readonly { readonly name: PartName; readonly count: number }[];
  /** The count that the whole width represents. */
  readonly full: number;
}

export const ShareBar = ({ parts, full }: ShareBarProps) => (
  <span class="share_bar" aria-hidden="true">
    {parts.map(({ name, count }) => (
      <span
        key={name}
        class={`share_part share_${name}`}
        style={{ '--part': (full > 0 ? count / full : 0).toFixed(5) }}
      />
    ))}
  </span>
);

export const ShareSwatch = ({ name }: { readonly name: PartName }) => (
  <span class={`share_swatch share_${name}`} aria-hidden="true" />
);

export const share_legend: Legend = parts.map((name) =>
  legend_entry(`legend.share_${name}`, `share_${name}`, <ShareSwatch name={name} />),
);
