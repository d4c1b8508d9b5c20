import { legend_entry } from '../words/legend.tsx';

/** Reserves the space of numbers that are being computed. */
export const Waiting = ({ class: name = '' }: { readonly class?: string }) => (
  <div class={`waiting_cells ${name}`.trim()} aria-hidden="true" />
);

export const waiting_entry = legend_entry(
  'legend.skeleton',
  'skeleton waiting_cells',
  <span class="skeleton" />,
);
