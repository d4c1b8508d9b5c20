/** What takes no longer is not worth a word. */
const unnoticed_ms = 200;

/** `tell`, silent for as long as nobody waits: a message for each step of a call that is over at once would cost more than the steps. */
export function once_noticed<Progress>(tell: (progress: Progress) => void): (progress: Progress) => void {
  const started = performance.now();
  return (progress) => {
    if (performance.now() - started > unnoticed_ms) tell(progress);
  };
}
