import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { in_turn } from '../turns.ts';

const drawn = signal(0);

interface InTurnProps {
  readonly index: number;
  readonly children: ComponentChildren;
  /** Called when they are in the document. */
  readonly on_drawn: () => void;
}

/**
 * A part of a long page, drawn when it comes into sight or when those before it are: in a task of its own, so that a touch or a key
 * never waits for the whole page, and the first screen for none of it. Until then it takes a window's height, so that nothing in sight moves when it comes.
 */
export function InTurn({ index, children, on_drawn }: InTurnProps) {
  const place = useRef<HTMLDivElement>(null);
  const [near, come_near] = useState(false);
  const shown = near || index < drawn.value;
  useEffect(() => {
    if (shown || place.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) come_near(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [shown]);
  useLayoutEffect(() => {
    if (shown) on_drawn();
  }, [shown]);
  return shown ? <>{children}</> : <div ref={place} class="to_come" />;
}

function draw_in_turn(count: number): void {
  if (drawn.peek() >= count) return;
  in_turn(() => {
    drawn.value++;
    draw_in_turn(count);
  });
}

const signs_of_life = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focusin'] as const;

/** Draws the rest of `count` parts as soon as there is a reader: nobody has to wait for what nobody looks at. Paper shows them all. */
export function draw_for_readers(count: number): void {
  const begin = () => {
    for (const sign of signs_of_life) removeEventListener(sign, begin);
    draw_in_turn(count);
  };
  for (const sign of signs_of_life) addEventListener(sign, begin, { passive: true });
  addEventListener('beforeprint', () => {
    drawn.value = count;
  });
}
