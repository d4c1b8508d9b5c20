/** Legend of a step: the marks that its figures draw now. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Folded } from '../controls/folded.tsx';
import type { LegendEntry } from '../controls/legend.tsx';
import { t } from '../words/i18n.ts';
import { Message } from '../words/message.tsx';
import { common_legend } from './common_legend.tsx';
import './legend.css';

const is_drawn = ({ classes, figure }: LegendEntry, figures: readonly (Element | null)[]): boolean => {
  const selectors = figure === undefined ? classes.map((name) => `.${name}`) : [figure];
  const selector = selectors.map((mark) => `${mark}:not(.legend_sample *)`).join(', ');
  return figures.some((element) => element?.querySelector(selector));
};

/** Returns the entries of the drawn marks, in their order; follows the step while it is open. */
function use_drawn(entries: readonly LegendEntry[]) {
  const ref = useRef<HTMLUListElement>(null);
  const [drawn, set_drawn] = useState<readonly LegendEntry[]>([]);
  useEffect(() => {
    const step = ref.current?.closest('.panel');
    if (!step) return;
    const update = () => {
      const figures = [step, document.querySelector('.network_strip')];
      const found = entries.filter((entry) => is_drawn(entry, figures));
      set_drawn((before) => (found.length === before.length && found.every((entry, at) => entry === before[at]) ? before : found));
    };
    const observer = new MutationObserver(update);
    observer.observe(step, { childList: true, subtree: true });
    update();
    return () => observer.disconnect();
  }, [entries]);
  return { ref, drawn };
}

function Entries({ entries }: { readonly entries: readonly LegendEntry[] }) {
  const { ref, drawn } = use_drawn(entries);
  return (
    <ul ref={ref} class="legend_entries">
      {drawn.map(({ text, classes, sample }) => (
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
  );
}

const no_entries: readonly LegendEntry[] = [];

/** `own`: entries of marks that only this step draws. */
export function StepLegend({ own = no_entries }: { readonly own?: readonly LegendEntry[] | undefined }) {
  const entries = useMemo(() => [...common_legend, ...own], [own]);
  return (
    <Folded title={t('legend.title')} about={t('legend.about')}>
      <Entries entries={entries} />
    </Folded>
  );
}
