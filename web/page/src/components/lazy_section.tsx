import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { enqueue_task } from '../task_queue.ts';

const drawn = signal(0);

interface LazySectionProps {
  readonly index: number;
  readonly children: ComponentChildren;
  /** Called when they are in the document. */
  readonly on_drawn: () => void;
}

/**
 * A part of a long page, drawn when it comes into sight or when those before it are: in a task of its own, so that a touch or a key
 * never waits for the whole page, and the first screen for none of it. Until then it takes a window's height, so that nothing in sight moves when it comes.
 */
export function LazySection({ index, children, on_drawn }: LazySectionProps) {
  const placeholder = useRef<HTMLDivElement>(null);
  const [visible, set_visible] = useState(false);
  const shown = visible || index < drawn.value;
  useEffect(() => {
    if (shown || placeholder.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) set_visible(true);
    });
    observer.observe(placeholder.current);
    return () => observer.disconnect();
  }, [shown]);
  useLayoutEffect(() => {
    if (shown) on_drawn();
  }, [shown]);
  return shown ? <>{children}</> : <div ref={placeholder} class="section_placeholder" />;
}

function render_queued_sections(count: number): void {
  if (drawn.peek() >= count) return;
  enqueue_task(() => {
    drawn.value++;
    render_queued_sections(count);
  });
}

const interaction_events = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focusin'] as const;

/** Draws the rest of `count` parts as soon as there is a reader: nobody has to wait for what nobody looks at. Paper shows them all. */
export function render_on_interaction(count: number): void {
  const begin = () => {
    for (const type of interaction_events) removeEventListener(type, begin);
    render_queued_sections(count);
  };
  for (const type of interaction_events) addEventListener(type, begin, { passive: true });
  addEventListener('beforeprint', () => {
    drawn.value = count;
  });
}
