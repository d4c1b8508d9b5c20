import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/**
 * Returns a ref and the current width of its element in CSS pixels: charts are re-rendered at a new
 * width, not scaled. Observed before the first paint, so that nothing is painted at the initial width.
 */
export function use_width<Host extends Element>(initial: number) {
  const ref = useRef<Host>(null);
  const [width, set_width] = useState(initial);
  useLayoutEffect(() => {
    const host = ref.current;
    if (host === null) return;
    const observer = new ResizeObserver(
      ([entry]) => entry && set_width(Math.round(entry.contentRect.width)),
    );
    observer.observe(host);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
