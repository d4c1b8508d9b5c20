/** Content of an embedded page: one figure, one step, or the sentence of the start page. */
import { signal } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { unfolded } from '../controls/folded.tsx';
import { controls_of } from '../export/figure_controls.ts';
import { CoreNotice } from '../numbers/core_notice.tsx';
import { ProvenanceCard } from '../numbers/provenance_card.tsx';
import { show_all_answers } from '../quiz/revealed_answers.ts';
import { hash, show_address, store } from '../state/store.ts';
import { entry_of } from '../steps/entries.ts';
import { is_course_step, is_step, type StepName } from '../steps/index.ts';
import { t } from '../words/i18n.ts';
import { read_embed_address } from './embed_address.ts';
import { ExampleBar } from './example_bar.tsx';
import { loaded_steps } from './load_step.tsx';
import { place_of, places } from './navigate.ts';
import { AddressNotice, Announced } from './prepare.tsx';
import { Hero } from './start_page.tsx';
import { Conclusion, TryAnswer, Waiting } from './step_parts.tsx';

/** Name of the figure that is shown alone; '' for all of the place. */
const figure_name = signal('');

function read_address(): void {
  const { figure, state, refused } = read_embed_address(location.hash);
  show_address(places, state);
  if (figure !== '' && store.panel.peek() === '') store.panel.value = place_of(figure);
  const lost = figure !== '' && !is_step(store.panel.peek());
  store.hash_refused.value ||= refused || lost;
  figure_name.value = lost ? '' : figure;
  // The figure may lie in a folded part, or under the cover of a question that is not shown.
  unfolded.value = figure_name.value !== '';
  if (unfolded.value) show_all_answers();
}

/** Shows the state of the address; the address does not follow the state, as in the page. */
export function follow_embed_address(): void {
  read_address();
  addEventListener('hashchange', read_address);
}

/** Marks a figure and its controls for the style sheet. */
function mark(figure: HTMLElement): void {
  for (const control of controls_of(figure)) control.dataset['embedded'] = 'control';
  figure.dataset['embedded'] = 'figure';
}

/** Marks of a step whose first numbers are being computed. */
const unfinished = '[aria-busy="true"], .waiting_cells:not(.skeleton), .step_waiting';

/**
 * Marks the figure in its step, whenever it appears; the style sheet then hides all other parts of
 * the step. Returns its title, undefined while it is absent; and whether the step has waited long
 * enough for it: some figures appear when the user has opened a file or has measured something.
 */
function use_figure(step: { readonly current: HTMLElement | null }, name: string) {
  const [title, set_title] = useState<string>();
  const [settled, set_settled] = useState(name === '');
  useLayoutEffect(() => {
    const host = step.current;
    if (host === null || name === '') return undefined;
    const look = () => {
      const figure = host.querySelector<HTMLElement>(`[data-figure="${name}"]`);
      if (figure) mark(figure);
      set_title(figure?.getAttribute('aria-label') ?? undefined);
      if (host.querySelector(unfinished) === null) set_settled(true);
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(host, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-figure', 'aria-label', 'aria-busy'],
    });
    return () => observer.disconnect();
  }, [name]);
  return { title, settled };
}

function EmbeddedStep({ name, figure }: { readonly name: StepName; readonly figure: string }) {
  const step = useRef<HTMLElement>(null);
  const { title, settled } = use_figure(step, figure);
  const alone = title === undefined ? (settled ? '' : 'embed_awaited') : 'embed_alone';
  const Panel = loaded_steps.value[name];
  const whole = title === undefined && is_course_step(name);
  return (
    <section ref={step} id={name} class={`panel ${alone}`} aria-labelledby={`${name}_title`}>
      <h2 id={`${name}_title`} tabIndex={-1} class="embed_title">
        {title ?? t(`${name}.title`)}
      </h2>
      {Panel ? <Panel>{whole && <TryAnswer name={name} />}</Panel> : <Waiting name={name} />}
      {Panel && whole && <Conclusion name={name} />}
    </section>
  );
}

function Content() {
  const [place, figure] = [store.panel.value, figure_name.value];
  if (!is_step(place)) return <Hero />;
  return (
    <div class="course">
      <h1 class="visually_hidden">{t('page.title')}</h1>
      {figure === '' && entry_of(place).network && <ExampleBar />}
      <EmbeddedStep key={`${place} ${figure}`} name={place} figure={figure} />
    </div>
  );
}

export function EmbedPage() {
  return (
    <>
      <main id="main" class="embed" tabIndex={-1}>
        <CoreNotice />
        <AddressNotice />
        <Content />
      </main>
      <footer class="embed_footer">
        <a href={`./${hash.value}`} target="_blank" rel="noopener">
          {t('embed.open')} <span aria-hidden="true">↗</span>
        </a>
      </footer>
      <ProvenanceCard />
      <Announced />
    </>
  );
}
