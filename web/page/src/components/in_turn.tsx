import { computed, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

const drawn = signal(0);
const wanted = signal(0);

/** Some parts are still missing. */
export const drawing = computed(() => drawn.value < wanted.value);

interface InTurnProps {
  readonly index: number;
  readonly children: ComponentChildren;
}

/** A part of a long page, drawn when those before it are: in a task of its own, so that a touch or a key never waits for the whole page. */
export function InTurn({ index, children }: InTurnProps) {
  return index < drawn.value ? <>{children}</> : null;
}

export function draw_in_turn(count: number): void {
  wanted.value = count;
  if (!drawing.peek()) return;
  setTimeout(() => {
    drawn.value++;
    draw_in_turn(count);
  });
}

/** For an address that names a part, whose place depends on those above. */
export function draw_at_once(count: number): void {
  drawn.value = wanted.value = count;
}
