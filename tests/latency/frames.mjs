/**
 * Runs in the page: returns the milliseconds from each frame to the next, over `milliseconds`. The
 * button that pauses the training is pressed again when the training has paused by itself.
 */
export function frames({ milliseconds, pause }) {
  const button = document.querySelector(pause);
  const { textContent: playing } = button;
  return new Promise((resolve) => {
    const times = [];
    const started = performance.now();
    const frame = (now) => {
      times.push(now);
      if (button.textContent !== playing) button.click();
      if (now - started < milliseconds) requestAnimationFrame(frame);
      else resolve(times.slice(1).map((time, index) => time - times[index]));
    };
    requestAnimationFrame(frame);
  });
}
