import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { enqueue_task } from '../task_queue.ts';

interface DeferredProps {
  readonly children: ComponentChildren;
  /** Called when they are in the document. */
  readonly on_drawn?: () => void;
}

/** What can wait: drawn in its turn (task_queue.ts), when everything around it is on the screen. */
export function Deferred({ children, on_drawn }: DeferredProps) {
  const [due, set_due] = useState(document.hidden);
  useEffect(() => enqueue_task(() => set_due(true)), []);
  useLayoutEffect(() => {
    if (due) on_drawn?.();
  }, [due]);
  return due ? <>{children}</> : null;
}
