/** The dialogs of the page, loaded when it is at rest, or when one is opened before that. */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { when_at_rest } from '../compute/rest.ts';
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
  useEffect(() => {
    if (loaded.peek() !== undefined) return;
    if (!opened) return when_at_rest(() => void load());
    void load();
  }, [opened]);
  return loaded.value ? <loaded.value /> : null;
}
