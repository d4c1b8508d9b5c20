import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { enqueue_task } from '../numbers/task_queue.ts';

interface DeferredProps {
  readonly children: ComponentChildren;
  /** Called when the children are in the document. */
  readonly on_rendered?: () => void;
}

/** Renders its children in a queued task (task_queue.ts), after the parts of the page that are not deferred. */
export function Deferred({ children, on_rendered }: DeferredProps) {
  const [rendered, set_rendered] = useState(document.hidden);
  useEffect(() => enqueue_task(() => set_rendered(true)), []);
  useLayoutEffect(() => {
    if (rendered) on_rendered?.();
  }, [rendered]);
  return rendered ? <>{children}</> : null;
}
