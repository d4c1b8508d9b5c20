/** Task queue that runs one rendering task per frame, so that a touch or a key never waits for more than one of them. */

/** The running task stays at the front, so that tasks queued by it wait for the next frame. */
const queue: (() => void)[] = [];

/** Runs a task after the next frame; in a hidden window, which has no frames, as soon as possible. */
export const after_frame = (task: () => void) => (document.hidden ? setTimeout(task) : requestAnimationFrame(() => setTimeout(task)));

function run_next_task(): void {
  try {
    queue[0]?.();
  } finally {
    queue.shift();
    if (queue.length > 0) after_frame(run_next_task);
  }
}

/** Appends a task to the queue. */
export function enqueue_task(task: () => void): void {
  queue.push(task);
  if (queue.length === 1) after_frame(run_next_task);
}
