import { batch } from '@preact/signals';

/** What has come since the last frame. */
const arrived: (() => void)[] = [];

function show_all(): void {
  batch(() => arrived.splice(0).forEach((show) => show()));
}

/**
 * Calls `show` when the browser is about to draw, together with what else comes until then: however many answers a drag of a slider has,
 * each part of the page is drawn and laid out once. At once where nobody looks, for such a window draws no frames.
 */
export function with_next_frame(show: () => void): void {
  arrived.push(show);
  if (document.hidden) show_all();
  else if (arrived.length === 1) requestAnimationFrame(show_all);
}
