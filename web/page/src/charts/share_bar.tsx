/** Stacked bar of a whole and its parts. Hidden from screen readers: the numbers are in the text beside it. */

export type PartName = 'embeddings' | 'attention' | 'norms' | 'feed_forward';

export interface BarPart {
  readonly name: PartName;
  readonly count: number;
}

/** `full` is the count that the whole width represents. */
export function ShareBar({ parts, full }: { readonly parts: readonly BarPart[]; readonly full: number }) {
  return (
    <span class="share_bar" aria-hidden="true">
      {parts.map(({ name, count }) => (
        <span key={name} class={`share_part share_${name}`} style={{ '--part': (count / full).toFixed(5) }} />
      ))}
    </span>
  );
}

export function ShareSwatch({ name }: { readonly name: PartName }) {
  return <span class={`share_swatch share_${name}`} aria-hidden="true" />;
}
