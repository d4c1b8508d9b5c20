/** Legend of a step: the marks that its figures draw now. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Folded } from '../controls/folded.tsx';
import { waiting_entry } from '../controls/waiting.tsx';
import { t } from '../words/i18n.ts';
import type { Legend, LegendEntry } from '../words/legend.tsx';
import { Message } from '../controls/message.tsx';
import './legend.css';

function is_drawn({ classes, figure }: LegendEntry, step: Element): boolean {
  const selectors = figure === undefined ? classes.map((name) => `.${name}`) : [figure];
  const selector = selectors.map((mark) => `${mark}:not(.legend_sample *)`).join(', ');
  return step.querySelector(selector) !== null;
}

/** The entries of the drawn marks, in their order. Follows the step while it is open. */
function Entries({ legend }: { readonly legend: Legend }) {
  const ref = useRef<HTMLUListElement>(null);
  const entries = [...legend, waiting_entry];
  /** A text, so that the list is rendered again only when it changes. */
  const [drawn, set_drawn] = useState('');
  useEffect(() => {
    const step = ref.current?.closest('.panel');
    if (!step) return;
    const update = () => {
      const found = entries.filter((entry) => is_drawn(entry, step));
      set_drawn(found.map(({ text }) => text).join(' '));
    };
    const observer = new MutationObserver(update);
    observer.observe(step, { childList: true, subtree: true });
    update();
    return () => observer.disconnect();
  }, [legend]);
  const shown = drawn.split(' ');
  return (
    <>
      {drawn === '' && <p class="hint">{t('legend.none')}</p>}
      <ul ref={ref} class="legend_entries">
        {entries
          .filter(({ text }) => shown.includes(text))
          .map(({ text, classes, sample }) => (
            <li key={text} data-legend={classes.join(' ')}>
              <span class="legend_sample" aria-hidden="true">
                {sample}
              </span>
              <span>
                <Message id={text} />
              </span>
            </li>
          ))}
      </ul>
    </>
  );
}

/** `legend`: entries of all marks that the step may draw. */
export function StepLegend({ legend }: { readonly legend: Legend }) {
  return (
    <Folded title={t('legend.title')} about={t('legend.about')}>
      <Entries legend={legend} />
    </Folded>
  );
}
