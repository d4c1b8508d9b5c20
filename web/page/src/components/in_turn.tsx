import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

const drawn = signal(0);

interface InTurnProps {
  readonly index: number;
  readonly children: ComponentChildren;
}

/**
 * A part of a long page, drawn when those before it are: in a task of its own, so that a touch or a key never waits for the whole
 * page. Until then it takes a window's height, so that nothing in sight moves when it comes.
 */
export function InTurn({ index, children }: InTurnProps) {
  return index < drawn.value ? <>{children}</> : <div class="to_come" />;
}

/** A part for each frame that is shown; at once where nobody looks. */
const next_turn = (draw: () => void) => (document.hidden ? setTimeout(draw) : requestAnimationFrame(() => setTimeout(draw)));

export function draw_in_turn(count: number): void {
  if (drawn.peek() >= count) return;
  next_turn(() => {
    drawn.value++;
    draw_in_turn(count);
  });
}
