/** The page at an address: the start page, one step, or all steps one after the other. */
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { unfolded } from '../controls/folded.tsx';
import { score } from '../quiz/predictions.ts';
import { ExampleBar } from './example_bar.tsx';
import { last_visit, mark_done, progress } from './progress.ts';
import { store } from '../state/store.ts';
import { entry_of } from '../steps/entries.ts';
import {
  all_steps,
  course_steps,
  essential_steps,
  is_course_step,
  is_step,
  last_page,
  step_beside,
  steps,
  type StepName,
} from '../steps/index.ts';
import { t } from '../words/i18n.ts';
import { Paragraph } from '../controls/message.tsx';
import { Guide } from './guide.tsx';
import { loaded_steps, prefetch_step } from './load_step.tsx';
import { arrive, arrive_at_content, go_to_step } from './navigate.ts';
import { PrintHead, PrintTools } from './print_tools.tsx';
import { CopyLink } from './share_tools.tsx';
import { StartPage } from './start_page.tsx';
import { Conclusion, TryAnswer, Waiting } from './step_parts.tsx';

/** Says which steps are left, and the score of the guesses. */
function Farewell() {
  const { answered, right } = score.value;
  const left = course_steps.filter((name) => !progress.value.done.includes(name));
  return (
    <p class="guide_farewell" role="status">
      {left.length === 0
        ? t('guide.finished')
        : left.length < course_steps.length &&
          t('guide.left', { panels: left.map((name) => t(`${name}.title`)).join(' · ') })}{' '}
      {answered > 0 && t('guide.score', { right, answered })}
    </p>
  );
}

/** The last lines of all steps, whose messages load_step loads for the last page. */
const Lessons = () => (
  <>
    <Farewell />
    <h3 id="summary_lessons">{t('summary.lessons')}</h3>
    <ol class="lessons">
      {course_steps.map((name) => (
        <li key={name}>
          <a href={`#${name}`}>{t(`${name}.title`)}</a>
          <Paragraph id={`${name}.conclusion`} />
        </li>
      ))}
    </ol>
  </>
);

/** After an essential step, the way to the next one, if another step is between them. */
function NextEssential({ name, next }: { readonly name: StepName; readonly next: StepName }) {
  const essential = essential_steps[essential_steps.indexOf(name) + 1];
  if (!essential_steps.includes(name) || essential === undefined || essential === next) return null;
  return (
    <p class="step_end_essential">
      <a href={`#${essential}`} onClick={() => mark_done(name)}>
        {t('guide.next_essential', { panel: t(`${essential}.title`) })}
      </a>
    </p>
  );
}

/** The end of a step: a link to its state; and in the course previous, done, next. */
function StepEnd({ name }: { readonly name: StepName }) {
  const copy = <CopyLink text="share.copy_step" embed />;
  if (!is_course_step(name))
    return (
      <div class="step_end">
        {copy}
        <PrintTools />
      </div>
    );
  const index = course_steps.indexOf(name);
  const [previous, next] = [course_steps[index - 1], course_steps[index + 1] ?? last_page];
  const done = progress.value.done.includes(name);
  const move_on = () => {
    mark_done(name);
    go_to_step(next);
  };
  return (
    <div class="step_end">
      <div class="step_end_row">
        {previous && (
          <button type="button" class="button" onClick={() => go_to_step(previous)}>
            <span aria-hidden="true">‹ </span>
            {t('guide.previous')}
          </button>
        )}
        <label class="step_done">
          <input
            type="checkbox"
            checked={done}
            onChange={(event) => mark_done(name, event.currentTarget.checked)}
          />
          {t('guide.done')}
        </label>
        {copy}
        <button type="button" class="button button_lead" onClick={move_on}>
          {next === last_page
            ? t('guide.finish')
            : t('guide.next_step', { panel: t(`${next}.title`) })}
          <span aria-hidden="true"> ›</span>
        </button>
      </div>
      <NextEssential name={name} next={next} />
      <PrintTools />
    </div>
  );
}

/** The number of a step, which stands before its title on paper. */
const number_of = (name: StepName) =>
  is_course_step(name) ? { 'data-number': course_steps.indexOf(name) + 1 } : {};

/** `alone`: the step is the only one in view; otherwise it is part of the document of all steps. */
function StepView({ name, alone }: { readonly name: StepName; readonly alone: boolean }) {
  const Panel = loaded_steps.value[name];
  useLayoutEffect(() => {
    if (alone) arrive();
  }, []);
  useLayoutEffect(() => {
    if (alone && Panel) arrive_at_content();
  }, [Panel]);
  return (
    <section id={name} class="panel" aria-labelledby={`${name}_title`}>
      <PrintHead />
      <h2 id={`${name}_title`} tabIndex={-1} {...number_of(name)}>
        {t(`${name}.title`)}
      </h2>
      {Panel && name === last_page && <Lessons />}
      {Panel ? (
        <Panel>{is_course_step(name) && <TryAnswer name={name} />}</Panel>
      ) : (
        <Waiting name={name} />
      )}
      {Panel && is_course_step(name) && <Conclusion name={name} />}
      {Panel && alone && <StepEnd name={name} />}
    </section>
  );
}

/**
 * Loads the step that the reader will probably open next, once the step in view is loaded and has
 * its answers.
 */
function use_prefetch(name: StepName | undefined): void {
  const shown = name === undefined || loaded_steps.value[name] !== undefined;
  const { at } = last_visit.value;
  const next =
    name === undefined ? (is_course_step(at) ? at : course_steps[0]) : step_beside(name, 1);
  useEffect(() => (shown && next !== undefined ? prefetch_step(next) : undefined), [shown, next]);
}

function AllSteps() {
  useLayoutEffect(() => {
    unfolded.value = true;
    arrive();
    return () => (unfolded.value = false);
  }, []);
  return (
    <>
      <h1>{t('page.all_steps')}</h1>
      <PrintTools />
      {steps.map((name) => (
        <StepView key={name} name={name} alone={false} />
      ))}
    </>
  );
}

export function Course() {
  const place = store.panel.value;
  const step = is_step(place) ? place : undefined;
  use_prefetch(step);
  if (step === undefined && place !== all_steps) return <StartPage />;
  return (
    <>
      <Guide />
      <div class="course">
        {step && <h1 class="visually_hidden">{t('page.title')}</h1>}
        {entry_of(place).network && <ExampleBar />}
        {step ? <StepView key={step} name={step} alone /> : <AllSteps />}
      </div>
    </>
  );
}
