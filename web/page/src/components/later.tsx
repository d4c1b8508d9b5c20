import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { in_turn } from '../turns.ts';

interface LaterProps {
  readonly children: ComponentChildren;
  /** Called when they are in the document. */
  readonly on_drawn?: () => void;
}

/** What can wait: drawn in its turn (turns.ts), when everything around it is on the screen. */
export function Later({ children, on_drawn }: LaterProps) {
  const [due, come] = useState(document.hidden);
  useEffect(() => in_turn(() => come(true)), []);
  useLayoutEffect(() => {
    if (due) on_drawn?.();
  }, [due]);
  return due ? <>{children}</> : null;
}
