/** Reserves the space of numbers that are being computed. */
export const Waiting = ({ class: name = '' }: { readonly class?: string }) => (
  <div class={`waiting_cells ${name}`.trim()} aria-hidden="true" />
);
