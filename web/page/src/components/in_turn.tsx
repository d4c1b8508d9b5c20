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

export function draw_in_turn(count: number): void {
  if (drawn.peek() >= count) return;
  setTimeout(() => {
    drawn.value++;
    draw_in_turn(count);
  });
}
