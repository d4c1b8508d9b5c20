import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { observe_visibility } from '../panel_visibility.ts';
import { LazySection } from './lazy_section.tsx';

/** Numbers come in, fonts are exchanged: only then has a panel the size that it keeps. */
const stable_ms = 1000;

/**
 * Has an element, since it was `drawn`, kept its size for a while, and been out of sight then? When content-visibility is set, Firefox skips
 * an element for a moment even in sight, and a click of that moment would be lost.
 */
function use_settled(drawn: boolean) {
  const ref = useRef<HTMLElement>(null);
  const [settled, set_settled] = useState(false);
  useEffect(() => {
    const section = ref.current;
    if (!drawn || settled || section === null) return;
    let [stable, in_viewport] = [false, true];
    let timer: ReturnType<typeof setTimeout>;
    const size_observer = new ResizeObserver(() => {
      clearTimeout(timer);
      stable = false;
      timer = setTimeout(() => {
        // What is still to be fetched comes when it is near, and grows.
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
  }, [drawn, settled]);
  return { ref, settled };
}

interface PanelSectionProps {
  readonly id: string;
  readonly title: string;
  /** Among the panels. */
  readonly index: number;
  readonly children: ComponentChildren;
}

/**
 * A panel. Once it has settled, the browser leaves it out of style, layout and painting whenever it is far from sight, in a place of its size:
 * a number that is changed lays out what the reader sees, not fifteen panels.
 */
export function PanelSection({ id, title, index, children }: PanelSectionProps) {
  const [drawn, set_drawn] = useState(false);
  const { ref, settled } = use_settled(drawn);
  useEffect(() => (ref.current ? observe_visibility(id, ref.current) : undefined), []);
  return (
    <section ref={ref} id={id} class={settled ? 'panel panel_settled' : 'panel'} aria-labelledby={`${id}_title`} tabIndex={-1}>
      <h2 id={`${id}_title`}>{title}</h2>
      <LazySection index={index} on_drawn={() => set_drawn(true)}>
        {children}
      </LazySection>
    </section>
  );
}
