import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { enqueue_task } from '../numbers/task_queue.ts';

/** Number of sections rendered by the task queue, from the top. */
const rendered_count = signal(0);

interface LazySectionProps {
  readonly index: number;
  readonly children: ComponentChildren;
  /** Called when the children are in the document. */
  readonly on_rendered: () => void;
}

/**
 * A section that is rendered when it becomes visible, or by the task queue, one section per task, so that a touch or a key never waits for the
 * whole page. Until then a placeholder of one viewport height takes its place, so that nothing visible moves when it is rendered.
 */
export function LazySection({ index, children, on_rendered }: LazySectionProps) {
  const placeholder = useRef<HTMLDivElement>(null);
  const [visible, set_visible] = useState(false);
  const shown = visible || index < rendered_count.value;
  useEffect(() => {
    if (shown || placeholder.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) set_visible(true);
    });
    observer.observe(placeholder.current);
    return () => observer.disconnect();
  }, [shown]);
  useLayoutEffect(() => {
    if (shown) on_rendered();
  }, [shown]);
  return shown ? <>{children}</> : <div ref={placeholder} class="section_placeholder" />;
}

function render_queued_sections(count: number): void {
  if (rendered_count.peek() >= count) return;
  enqueue_task(() => {
    rendered_count.value++;
    render_queued_sections(count);
  });
}

const interaction_events = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focusin'] as const;

/** Renders the remaining sections from the user's first interaction on, so that they do not delay the page load; all before printing. */
export function render_on_interaction(count: number): void {
  const begin = () => {
    for (const type of interaction_events) removeEventListener(type, begin);
    render_queued_sections(count);
  };
  for (const type of interaction_events) addEventListener(type, begin, { passive: true });
  addEventListener('beforeprint', () => {
    rendered_count.value = count;
  });
}
