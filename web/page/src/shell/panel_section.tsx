import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { observe_visibility } from '../numbers/panel_visibility.ts';
import { LazySection } from './lazy_section.tsx';

/** A panel counts as stable after this long without a change of size: numbers and fonts load after the first render. */
const stable_ms = 1000;

/**
 * Returns whether the element has a stable size and was off-screen at that point or later. Waits until it is off-screen because Firefox, when
 * content-visibility is set, briefly skips even a visible element and loses a click during that time.
 */
function use_settled(rendered: boolean) {
  const ref = useRef<HTMLElement>(null);
  const [settled, set_settled] = useState(false);
  useEffect(() => {
    const section = ref.current;
    if (!rendered || settled || section === null) return;
    let [stable, in_viewport] = [false, true];
    let timer: ReturnType<typeof setTimeout>;
    const size_observer = new ResizeObserver(() => {
      clearTimeout(timer);
      stable = false;
      timer = setTimeout(() => {
        // A lazy part that is not loaded yet will change the size.
        stable = section.querySelector('.lazy_placeholder') === null;
        if (stable && !in_viewport) set_settled(true);
      }, stable_ms);
    });
    const viewport_observer = new IntersectionObserver((entries) => {
      in_viewport = entries.at(-1)?.isIntersecting ?? in_viewport;
      if (stable && !in_viewport) set_settled(true);
    });
    size_observer.observe(section);
    viewport_observer.observe(section);
    return () => {
      clearTimeout(timer);
      size_observer.disconnect();
      viewport_observer.disconnect();
    };
  }, [rendered, settled]);
  return { ref, settled };
}

interface PanelSectionProps {
  readonly id: string;
  readonly title: string;
  /** Index among the panels. */
  readonly index: number;
  readonly children: ComponentChildren;
}

/**
 * A panel. Once its size is stable, `content-visibility` lets the browser skip its style, layout and painting while it is off-screen, so that
 * a changed number re-lays out the visible panels only.
 */
export function PanelSection({ id, title, index, children }: PanelSectionProps) {
  const [rendered, set_rendered] = useState(false);
  const { ref, settled } = use_settled(rendered);
  useEffect(() => (ref.current ? observe_visibility(id, ref.current) : undefined), []);
  return (
    <section ref={ref} id={id} class={settled ? 'panel panel_settled' : 'panel'} aria-labelledby={`${id}_title`} tabIndex={-1}>
      <h2 id={`${id}_title`}>{title}</h2>
      <LazySection index={index} on_rendered={() => set_rendered(true)}>
        {children}
      </LazySection>
    </section>
  );
}
