/** State that style sheets look at, as attributes of the document. */
import { effect } from '@preact/signals';
import { store } from './store.ts';

export function connect_document(): void {
  const { dataset } = document.documentElement;
  effect(() => {
    dataset.emphasis = store.emphasis.value;
  });
}
