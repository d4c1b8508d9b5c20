/** Runs in the page: returns the milliseconds from each frame to the next, over `milliseconds`. */
export function frames({ milliseconds }) {
  return new Promise((resolve) => {
    const times = [];
    const started = performance.now();
    const frame = (now) => {
      times.push(now);
      if (now - started < milliseconds) requestAnimationFrame(frame);
      else resolve(times.slice(1).map((time, index) => time - times[index]));
    };
    requestAnimationFrame(frame);
  });
}
