/** Mirrors the state that style sheets select on into data attributes of the root element. */
import { effect } from '@preact/signals';
import { store } from '../numbers/store.ts';

export function connect_document(): void {
  const { dataset } = document.documentElement;
  effect(() => {
    dataset.emphasis = store.emphasis.value;
  });
  effect(() => {
    const hidden = store.teach.value;
    if (hidden.length > 0) dataset.teach = hidden.join(' ');
    else delete dataset.teach;
  });
}
