/** The dialogs of the page, loaded when the core is, or when one is opened before that. */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { core_state } from '../compute/connection.ts';
import { help_open, jump_open } from './page_keys.tsx';

const loaded = signal<ComponentType | undefined>(undefined);

async function load(): Promise<void> {
  try {
    loaded.value = (await import('./dialogs.tsx')).Dialogs;
  } catch {
    // The next attempt to open one tries again.
    help_open.value = jump_open.value = false;
  }
}

export function LateDialogs() {
  const opened = help_open.value || jump_open.value;
  const ready = core_state.value.phase === 'ready';
  useEffect(() => {
    if ((opened || ready) && loaded.peek() === undefined) void load();
  }, [opened, ready]);
  return loaded.value ? <loaded.value /> : null;
}
