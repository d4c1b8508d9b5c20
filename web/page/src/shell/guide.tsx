/** Table of contents beside the step; in a narrow window, a bar at the top that opens the same list. */
import { useRef, useState } from 'preact/hooks';
import { Button } from '../controls/button.tsx';
import { t } from '../words/i18n.ts';
import { store } from '../numbers/store.ts';
import { course_minutes, course_steps, step_named, steps } from '../steps/index.ts';
import { GuideSteps } from './guide_steps.tsx';
import { go_to_step } from './navigate.ts';

/** Returns the text of the bar: "3 of 6 · Dropout", or the number of steps on the page of all steps. */
function place_text(): string {
  const step = step_named(store.panel.value);
  if (step === undefined) return t('guide.overview', { steps: course_steps.length, minutes: course_minutes });
  const [title, number] = [t(`${step.id}.title`), course_steps.findIndex(({ id }) => id === step.id) + 1];
  return number === 0 ? title : t('guide.place', { step: number, steps: course_steps.length, panel: title });
}

function Neighbour({ by, name }: { readonly by: -1 | 1; readonly name: 'previous' | 'next' }) {
  const target = steps[steps.findIndex(({ id }) => id === store.panel.value) + by];
  return (
    <Button
      text={<span aria-hidden="true">{by < 0 ? '‹' : '›'}</span>}
      small
      disabled={target === undefined}
      aria-label={t(`guide.${name}`)}
      on_click={() => target && go_to_step(target.id)}
    />
  );
}

export function Guide() {
  const [open, set_open] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const on_key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.preventDefault();
    set_open(false);
    toggle.current?.focus();
  };
  return (
    <nav class="contents" aria-label={t('page.contents')} onKeyDown={on_key}>
      <div class="guide_strip">
        <Neighbour by={-1} name="previous" />
        <button
          type="button"
          ref={toggle}
          class="button guide_place"
          aria-expanded={open}
          aria-controls="guide_list"
          onClick={() => set_open(!open)}
        >
          <span class="guide_place_text">{place_text()}</span>
          <span aria-hidden="true">{open ? '▴' : '▾'}</span>
        </button>
        <Neighbour by={1} name="next" />
      </div>
      <div id="guide_list" class={open ? 'guide_list guide_list_open' : 'guide_list'}>
        <GuideSteps on_go={() => set_open(false)} />
      </div>
    </nav>
  );
}
