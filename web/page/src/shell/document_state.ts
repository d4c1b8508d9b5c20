/** Mirrors state that style sheets and programs outside the page read into data attributes of the root element. */
import { effect } from '@preact/signals';
import { core_state } from '../numbers/connection.ts';
import { store } from '../numbers/store.ts';

export function connect_document(): void {
  const { dataset } = document.documentElement;
  effect(() => {
    const state = core_state.value;
    if (state.phase === 'ready') dataset.core = state.info.variant;
    else delete dataset.core;
  });
  effect(() => {
    dataset.emphasis = store.emphasis.value;
  });
  effect(() => {
    const hidden = store.teach.value;
    if (hidden.length > 0) dataset.teach = hidden.join(' ');
    else delete dataset.teach;
  });
}
