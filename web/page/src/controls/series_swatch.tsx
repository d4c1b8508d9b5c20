import type { ActivationKind } from 'ffn-lab';

/** Sample of a curve in the style of the plots; `none` is a network without an activation. */
export function SeriesSwatch({ kind }: { readonly kind: ActivationKind | 'narrow' }) {
  return (
    <svg
      class={`swatch series_${kind}`}
      data-kind={kind}
      viewBox="0 0 28 8"
      width="28"
      height="8"
      aria-hidden="true"
    >
      <path d="M1 4H27" />
    </svg>
  );
}
