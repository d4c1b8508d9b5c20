/**
 * Figures of three steps on the start page, alive at once. Their code is loaded when they come near
 * the window.
 */
import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { core_state } from '../compute/connection.ts';
import type { Glances as GlancesOfStep } from '../numbers/step_entry.ts';
import type { CourseStepName } from '../steps/index.ts';
import { add_messages, t } from '../words/i18n.ts';

const modules = import.meta.glob<{ readonly glances: GlancesOfStep }>('../steps/*/glance.tsx');

/** The shown figures, by the name that their step gives them. */
const shown = {
  pass: 'feed_forward',
  curves: 'activation',
  fit: 'activation',
} as const satisfies Record<string, CourseStepName>;

type Name = keyof typeof shown;
const names = Object.keys(shown) as readonly Name[];

async function load(step: CourseStepName): Promise<GlancesOfStep> {
  const [module] = await Promise.all([
    modules[`../steps/${step}/glance.tsx`]?.(),
    add_messages(`steps/${step}`),
  ]);
  return module?.glances ?? {};
}

/** Distance from the window in pixels at which a figure is loaded. */
const near = 400;

function Glance({ name }: { readonly name: Name }) {
  const host = useRef<HTMLDivElement>(null);
  const [loading, set_loading] = useState(false);
  const [Figure, set_figure] = useState<ComponentType>();
  const step = shown[name];
  // The first answers come first.
  const ready = core_state.value.phase === 'ready';
  useEffect(() => {
    const element = host.current;
    if (element === null || !ready) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return;
        observer.disconnect();
        set_loading(true);
        // If it cannot be loaded, the title leads to the step, which reports why.
        load(step).then(
          (glances) => set_figure(() => glances[name]),
          () => undefined,
        );
      },
      { rootMargin: `${near}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ready]);
  return (
    <section class="glance" aria-labelledby={`glance_${name}`}>
      <h2 id={`glance_${name}`}>{t(`glance.${name}`)}</h2>
      <div class="glance_figure" ref={host} aria-busy={loading && Figure === undefined}>
        {Figure && <Figure />}
      </div>
      <p>
        <a href={`#${step}`}>
          {t(`${step}.title`)} <span aria-hidden="true">›</span>
        </a>
      </p>
    </section>
  );
}

export const Glances = () => (
  <div class="glances">
    {names.map((name) => (
      <Glance key={name} name={name} />
    ))}
  </div>
);
