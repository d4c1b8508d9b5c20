/** Whether the page is laid out for a phone. */
import { signal } from '@preact/signals';

/** Undefined where the build renders the page. */
const phone =
  typeof matchMedia === 'function' ? matchMedia('screen and (max-width: 599.98px)') : undefined;

/** Whether the window is as narrow as a phone's. */
export const on_phone = signal(phone?.matches ?? false);
const follow_window = () => (on_phone.value = phone?.matches ?? false);
phone?.addEventListener('change', follow_window);

/** Lays the page out for paper, whose width is not the window's; returns what ends it. */
export function lay_out_for_paper(): () => void {
  on_phone.value = false;
  return follow_window;
}
