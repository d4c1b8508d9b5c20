/** Parts of the page drawn one for each frame, each in a task of its own: a touch or a key never waits for more than one. */

/** The first of them stays until it has been drawn: what asks for another turn meanwhile finds the next frame taken. */
const waiting: (() => void)[] = [];

/** After a frame; at once where nobody looks, for such a window has none. */
export const after_frame = (act: () => void) => (document.hidden ? setTimeout(act) : requestAnimationFrame(() => setTimeout(act)));

function take_turn(): void {
  try {
    waiting[0]?.();
  } finally {
    waiting.shift();
    if (waiting.length > 0) after_frame(take_turn);
  }
}

/** Calls `draw` when those that came before it have had their frames. */
export function in_turn(draw: () => void): void {
  waiting.push(draw);
  if (waiting.length === 1) after_frame(take_turn);
}
