/** Runs in the page: milliseconds from each frame to the next, for so long. */
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
