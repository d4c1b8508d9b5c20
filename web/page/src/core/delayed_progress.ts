/** What takes no longer is not worth a word. */
const delay_ms = 200;

/** `report`, silent for as long as nobody waits: a message for each step of a call that is over at once would cost more than the steps. */
export function delayed_progress<Progress>(report: (progress: Progress) => void): (progress: Progress) => void {
  const started = performance.now();
  return (progress) => {
    if (performance.now() - started > delay_ms) report(progress);
  };
}
