/** Page-wide keyboard shortcuts. */
import { signal } from '@preact/signals';
import { register_keys } from '../controls/keys.ts';
import { inspect_next } from '../numbers/provenance_card.tsx';
import { store } from '../state/store.ts';
import { step_beside, steps, type StepName } from '../steps/index.ts';
import { go_to_step } from './navigate.ts';

export const help_open = signal(false);
export const jump_open = signal(false);

/** Goes to a step; returns false if there is none. */
function go(step: StepName | undefined): boolean {
  if (step) go_to_step(step);
  return step !== undefined;
}

const in_lecture = () => store.teach.peek().length > 0;

export function register_page_keys(): void {
  register_keys([
    {
      keys: Array.from('123456789'),
      shown: ['1–9'],
      message: 'keys.panels',
      run: (key) => go(steps[Number(key) - 1]),
    },
    { keys: ['j'], message: 'guide.next', run: () => go(step_beside(store.panel.peek(), 1)) },
    { keys: ['k'], message: 'guide.previous', run: () => go(step_beside(store.panel.peek(), -1)) },
    {
      // A presenter sends Page Down and Page Up, or the arrows to the right and the left.
      keys: ['PageDown', 'ArrowRight'],
      message: 'keys.lecture_next',
      run: () => in_lecture() && go(step_beside(store.panel.peek(), 1)),
    },
    {
      keys: ['PageUp', 'ArrowLeft'],
      message: 'keys.lecture_previous',
      run: () => in_lecture() && go(step_beside(store.panel.peek(), -1)),
    },
    { keys: ['/'], message: 'keys.jump', run: () => (jump_open.value = true) },
    { keys: ['n'], message: 'keys.number', run: inspect_next },
    { keys: ['?'], message: 'keys.help', run: () => (help_open.value = true) },
  ]);
}
