const delay_ms = 200;

/** Wraps `report` so that it does nothing in the first 200 ms: for a short call, progress messages would cost more than the work itself. */
export function delayed_progress<Progress>(report: (progress: Progress) => void): (progress: Progress) => void {
  const started = performance.now();
  return (progress) => {
    if (performance.now() - started > delay_ms) report(progress);
  };
}
