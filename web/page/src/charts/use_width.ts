import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { make_size_observer } from '../controls/size_observer.ts';

/** Returns the width of what an element contains, without its padding, in whole CSS pixels. */
function content_width(host: Element): number {
  const { paddingLeft, paddingRight } = getComputedStyle(host);
  const inside = host.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return Math.max(0, Math.round(inside));
}

/**
 * Returns a ref and the current width of its element in CSS pixels: charts are re-rendered at a new
 * width, not scaled. Measured before the first paint, so that nothing is painted at the initial width.
 */
export function use_width<Host extends Element>(initial: number) {
  const ref = useRef<Host>(null);
  const [width, set_width] = useState(initial);
  useLayoutEffect(() => {
    const host = ref.current;
    if (host === null) return;
    const measure = () => set_width(content_width(host));
    measure();
    const observer = make_size_observer(measure);
    observer.observe(host);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
