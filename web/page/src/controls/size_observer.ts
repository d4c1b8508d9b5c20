/**
 * Returns an observer that calls `act` in the next frame after the size of an observed element has
 * changed. An action that changes sizes while a ResizeObserver reports them, as a new width of a
 * drawing does, leaves changes that the browser can report in the next frame only, and then it
 * reports the error “ResizeObserver loop completed with undelivered notifications”.
 */
export function make_size_observer(act: () => void) {
  let frame: number | undefined;
  const observer = new ResizeObserver(() => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      act();
    });
  });
  return {
    observe: (element: Element) => observer.observe(element),
    disconnect: () => {
      observer.disconnect();
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
  };
}
