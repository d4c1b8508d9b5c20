import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { watch_sight } from '../panel_sight.ts';
import { InTurn } from './in_turn.tsx';

/** Numbers come in, fonts are exchanged: only then has a panel the size that it keeps. */
const still_ms = 1000;

/**
 * Has an element, since it was `drawn`, kept its size for a while, and been out of sight then? When content-visibility is set, Firefox skips
 * an element for a moment even in sight, and a click of that moment would be lost.
 */
function use_settled(drawn: boolean) {
  const ref = useRef<HTMLElement>(null);
  const [settled, settle] = useState(false);
  useEffect(() => {
    const section = ref.current;
    if (!drawn || settled || section === null) return;
    let [still, in_sight] = [false, true];
    let timer: ReturnType<typeof setTimeout>;
    const sizes = new ResizeObserver(() => {
      clearTimeout(timer);
      still = false;
      timer = setTimeout(() => {
        // What is still to be fetched comes when it is near, and grows.
        still = section.querySelector('.lazy_placeholder') === null;
        if (still && !in_sight) settle(true);
      }, still_ms);
    });
    const sight = new IntersectionObserver((entries) => {
      in_sight = entries.at(-1)?.isIntersecting ?? in_sight;
      if (still && !in_sight) settle(true);
    });
    sizes.observe(section);
    sight.observe(section);
    return () => {
      clearTimeout(timer);
      sizes.disconnect();
      sight.disconnect();
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
  const [drawn, draw] = useState(false);
  const { ref, settled } = use_settled(drawn);
  useEffect(() => (ref.current ? watch_sight(id, ref.current) : undefined), []);
  return (
    <section ref={ref} id={id} class={settled ? 'panel panel_settled' : 'panel'} aria-labelledby={`${id}_title`} tabIndex={-1}>
      <h2 id={`${id}_title`}>{title}</h2>
      <InTurn index={index} on_drawn={() => draw(true)}>
        {children}
      </InTurn>
    </section>
  );
}
