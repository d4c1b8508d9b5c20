/** Page-wide keyboard shortcuts: panels, jump dialog, next number, help. */
import { signal } from '@preact/signals';
import { register_keys } from '../controls/keys.ts';
import { inspect_next } from '../numbers/inspect.ts';
import { go_to_panel } from '../numbers/navigate.ts';
import { panels } from '../steps/index.ts';

export const help_open = signal(false);
export const jump_open = signal(false);

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

function open(dialog: typeof help_open): () => boolean {
  return () => (dialog.value = true);
}

export function register_page_keys(): void {
  register_keys([
    {
      keys: digits,
      shown: [`1–${Math.min(9, panels.length)}`],
      message: 'keys.panels',
      run(key) {
        const panel = panels[Number(key) - 1];
        if (panel) go_to_panel(panel.id);
        return panel !== undefined;
      },
    },
    { keys: ['/'], message: 'keys.jump', run: open(jump_open) },
    { keys: ['n'], message: 'keys.number', run: inspect_next },
    { keys: ['?'], message: 'keys.help', run: open(help_open) },
  ]);
}
