/** Parts of the page drawn one for each frame, each in a task of its own: a touch or a key never waits for more than one. */

/** The first of them stays until it has been drawn: what asks for another turn meanwhile finds the next frame taken. */
const queue: (() => void)[] = [];

/** After a frame; at once where nobody looks, for such a window has none. */
export const after_frame = (task: () => void) => (document.hidden ? setTimeout(task) : requestAnimationFrame(() => setTimeout(task)));

function run_next_task(): void {
  try {
    queue[0]?.();
  } finally {
    queue.shift();
    if (queue.length > 0) after_frame(run_next_task);
  }
}

/** Calls `task` when those that came before it have had their frames. */
export function enqueue_task(task: () => void): void {
  queue.push(task);
  if (queue.length === 1) after_frame(run_next_task);
}
