/**
 * Table of contents beside the step; in a narrow window, a bar at the top that opens the same list.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ArrowButton, Button } from '../controls/button.tsx';
import { score, prediction_names } from '../quiz/predictions.ts';
import { forget_progress, progress } from './progress.ts';
import { cover_answer } from '../quiz/revealed_answers.ts';
import { store } from '../state/store.ts';
import {
  all_steps,
  course_minutes,
  course_steps,
  essential_steps,
  is_course_step,
  is_step,
  last_page,
  step_beside,
  workbench_steps,
  step_minutes,
  type CourseStepName,
  type StepName,
} from '../steps/index.ts';
import { t } from '../words/i18n.ts';
import { Paragraph } from '../controls/message.tsx';
import { go_to_step } from './navigate.ts';
import { ShareTools } from './share_tools.tsx';

interface StepListProps {
  readonly with_lead: boolean;
  /** Shows how long each step takes, and which are essential. */
  readonly with_notes: boolean;
}

const Notes = ({ name }: { readonly name: CourseStepName }) => (
  <span class="guide_notes">
    <span class="visually_hidden">: </span>
    {t('guide.minutes', { minutes: step_minutes(name) })}
    {essential_steps.includes(name) && (
      <>
        {' '}
        <span class="guide_essential">{t('guide.essential')}</span>
      </>
    )}
  </span>
);

/** `mark`: shown before a step that is not done. */
function StepItem({
  name,
  mark,
  with_lead,
  with_notes,
}: StepListProps & { readonly name: StepName; readonly mark: number | '·' }) {
  const done = progress.value.done.includes(name);
  return (
    <li>
      <a href={`#${name}`} aria-current={store.panel.value === name ? 'step' : undefined}>
        <span class={done ? 'guide_tick guide_tick_done' : 'guide_tick'} aria-hidden="true">
          {done ? '✓' : mark}
        </span>
        <span>
          <span class="guide_title">{t(`${name}.title`)}</span>
          {done && <span class="visually_hidden"> {t('guide.is_done')}</span>}
          {with_notes && is_course_step(name) && <Notes name={name} />}
        </span>
      </a>
      {with_lead &&
        (is_course_step(name) ? (
          <>
            {/* Drawn when the page is built (src/entries/pictures.tsx). */}
            <span class={`picture picture_${name}`} aria-hidden="true">
              <svg>
                <use href={`#picture_${name}`} />
              </svg>
            </span>
            <p class="guide_lead">{t(`contents.${name}`)}</p>
          </>
        ) : (
          <Paragraph class="guide_lead" id={`${name}.lead`} links={false} />
        ))}
    </li>
  );
}

function start_over(): void {
  forget_progress();
  for (const name of prediction_names) cover_answer(name);
}

function Tally() {
  const { answered, right } = score.value;
  const done = course_steps.filter((name) => progress.value.done.includes(name)).length;
  return (
    <div class="guide_tally">
      <p>{t('guide.tally', { done, steps: course_steps.length })}</p>
      {answered > 0 && <p>{t('guide.score', { right, answered })}</p>}
      {(done > 0 || answered > 0) && (
        <Button text={t('guide.start_over')} class="button_quiet" on_click={start_over} />
      )}
    </div>
  );
}

/**
 * The list of the steps with those that are done, the current one, and the score of the guesses; on
 * the start page with their leads.
 */
export function GuideSteps({ with_lead = false, with_notes = false }: Partial<StepListProps>) {
  const item = (name: StepName, mark: number | '·') => (
    <StepItem key={name} {...{ name, mark, with_lead, with_notes }} />
  );
  return (
    <>
      <ol>
        {course_steps.map((name, index) => item(name, index + 1))}
        {item(last_page, '·')}
      </ol>
      <p class="guide_workbench">{t('guide.workbench')}</p>
      <ul aria-label={t('guide.workbench')}>{workbench_steps.map((name) => item(name, '·'))}</ul>
      <p class="guide_more">
        <a
          href={`#${all_steps}`}
          aria-current={store.panel.value === all_steps ? 'page' : undefined}
        >
          {t('page.all_steps')}
        </a>
      </p>
      <Tally />
      <ShareTools />
    </>
  );
}

/**
 * Returns the text of the bar: "3 of 6 · Dropout", or the number of steps on the page of all steps.
 */
export function place_text(): string {
  const place = store.panel.value;
  if (!is_step(place))
    return t('guide.overview', { steps: course_steps.length, minutes: course_minutes });
  const title = t(`${place}.title`);
  if (!is_course_step(place)) return title;
  const number = course_steps.indexOf(place) + 1;
  return t('guide.place', { step: number, steps: course_steps.length, panel: title });
}

export function Neighbour({
  by,
  name,
}: {
  readonly by: -1 | 1;
  readonly name: 'previous' | 'next';
}) {
  const target = step_beside(store.panel.value, by);
  const go = () => target && go_to_step(target);
  return (
    <ArrowButton
      arrow={by < 0 ? '‹' : '›'}
      label={t(`guide.${name}`)}
      disabled={target === undefined}
      on_click={go}
    />
  );
}

/** Scrolls a list of steps, not the page, until the link to the step in view is visible. */
function show_current(list: HTMLElement | null): void {
  const link = list?.querySelector('a[aria-current]')?.getBoundingClientRect();
  if (!list || !link) return;
  const { top, bottom } = list.getBoundingClientRect();
  const [first, last] = [Math.max(0, top), Math.min(innerHeight, bottom)];
  if (link.top < first || link.bottom > last)
    list.scrollTop += (link.top + link.bottom - first - last) / 2;
}

export function Guide() {
  const [open, set_open] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const contents = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const place = store.panel.value;
  // In a wide window the contents scroll, in a narrow one the list that the bar opens.
  useLayoutEffect(() => {
    show_current(contents.current);
    if (open) show_current(list.current);
  }, [place, open]);
  const on_key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.preventDefault();
    set_open(false);
    toggle.current?.focus();
  };
  /** A link to a step closes the list. */
  const on_click = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a')) set_open(false);
  };
  return (
    <nav ref={contents} class="contents" aria-label={t('page.contents')} onKeyDown={on_key}>
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
      <div
        ref={list}
        id="guide_list"
        class={open ? 'guide_list guide_list_open' : 'guide_list'}
        onClick={on_click}
      >
        <GuideSteps with_notes />
      </div>
    </nav>
  );
}
