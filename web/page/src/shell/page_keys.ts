/** Page-wide keyboard shortcuts: steps, jump dialog, next number, help. */
import { signal } from '@preact/signals';
import { register_keys } from '../controls/keys.ts';
import { inspect_next } from '../numbers/provenance_card.tsx';
import { store } from '../numbers/store.ts';
import { steps } from '../steps/index.ts';
import { go_to_step } from './navigate.ts';

export const help_open = signal(false);
export const jump_open = signal(false);

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

function open(dialog: typeof help_open): () => boolean {
  return () => (dialog.value = true);
}

/** Goes to the step before or after the one in view; from the start page to the first. Returns false at either end. */
function move(by: 1 | -1): boolean {
  const step = steps[steps.findIndex(({ id }) => id === store.panel.peek()) + by];
  if (step) go_to_step(step.id);
  return step !== undefined;
}

export function register_page_keys(): void {
  register_keys([
    {
      keys: digits,
      shown: [`1–${Math.min(9, steps.length)}`],
      message: 'keys.panels',
      run(key) {
        const step = steps[Number(key) - 1];
        if (step) go_to_step(step.id);
        return step !== undefined;
      },
    },
    { keys: ['j'], message: 'guide.next', run: () => move(1) },
    { keys: ['k'], message: 'guide.previous', run: () => move(-1) },
    { keys: ['/'], message: 'keys.jump', run: open(jump_open) },
    { keys: ['n'], message: 'keys.number', run: inspect_next },
    { keys: ['?'], message: 'keys.help', run: open(help_open) },
  ]);
}
