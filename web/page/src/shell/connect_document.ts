import { effect } from '@preact/signals';
import { core_state } from '../compute/connection.ts';
import { print_mode } from '../quiz/printing.ts';
import { store } from '../state/store.ts';

/**
 * Mirrors state that style sheets and programs outside the page read into data attributes of the
 * root element.
 */
export function connect_document(): void {
  const { dataset } = document.documentElement;
  const mirror = (name: string, text: () => string) =>
    effect(() => {
      if (text() === '') delete dataset[name];
      else dataset[name] = text();
    });
  mirror('core', () => (core_state.value.phase === 'ready' ? core_state.value.info.variant : ''));
  mirror('emphasis', () => store.emphasis.value);
  mirror('teach', () => store.teach.value.join(' '));
  mirror('print', () => print_mode.value ?? '');
}
