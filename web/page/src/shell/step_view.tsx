/** One step: its heading, its content as soon as it is loaded, and the way on. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../controls/button.tsx';
import { score, type PredictionName } from '../numbers/predictions.ts';
import { mark_done, progress } from '../numbers/progress.ts';
import { course_step_named, course_steps, type CourseStepName, type StepName } from '../steps/index.ts';
import { Covered } from '../numbers/covered.tsx';
import { t } from '../words/i18n.ts';
import { Paragraph } from '../words/message.tsx';
import { load_step, loaded_steps } from './load_step.tsx';
import { arrive, arrive_at_content, go_to_step } from './navigate.ts';
import { CopyLink } from './share_tools.tsx';

/** Summary after the last step: steps that are left, and the score of the guesses. */
function Summary() {
  const { answered, right } = score.value;
  const left = course_steps.filter(({ id }) => !progress.value.done.includes(id));
  return (
    <p class="guide_farewell" role="status">
      {left.length === 0 ? t('guide.finished') : t('guide.left', { panels: left.map(({ id }) => t(`${id}.title`)).join(' · ') })}{' '}
      {answered > 0 && t('guide.score', { right, answered })}
    </p>
  );
}

/** The end of a step: a link to its state; and in the course previous, done, next. */
function StepEnd({ name }: { readonly name: string }) {
  const index = course_steps.findIndex(({ id }) => id === name);
  if (index === -1)
    return (
      <div class="step_end">
        <CopyLink text="share.copy_step" />
      </div>
    );
  const [previous, next] = [course_steps[index - 1], course_steps[index + 1]];
  const done = progress.value.done.includes(name);
  const move_on = () => {
    mark_done(name);
    if (next) go_to_step(next.id);
  };
  return (
    <div class="step_end">
      <div class="step_end_row">
        {previous && (
          <button type="button" class="button" onClick={() => go_to_step(previous.id)}>
            <span aria-hidden="true">‹ </span>
            {t('guide.previous')}
          </button>
        )}
        <label class="step_done">
          <input type="checkbox" checked={done} onChange={(event) => mark_done(name, event.currentTarget.checked)} />
          {t('guide.done')}
        </label>
        <CopyLink text="share.copy_step" />
        <button type="button" class="button button_lead" onClick={move_on}>
          {next ? t('guide.next_step', { panel: t(`${next.id}.title`) }) : t('guide.finish')}
          {next && <span aria-hidden="true"> ›</span>}
        </button>
      </div>
      {!next && done && <Summary />}
    </div>
  );
}

/** Error notice. After a second failure it offers a reload: some browsers cache the failure of a dynamic import until then. */
function Failed({ failures, retry }: { readonly failures: number; readonly retry: () => void }) {
  const reload = failures > 1;
  return (
    <div class="notice" role="alert">
      <p>
        {t('lazy.failed')} {reload && t('lazy.reload_text')}
      </p>
      <p>
        <Button text={t('lazy.again')} on_click={retry} /> {reload && <Button text={t('lazy.reload')} on_click={() => location.reload()} />}
      </p>
    </div>
  );
}

/** The step's lead, until its code is loaded. */
function Waiting({ name }: { readonly name: StepName }) {
  const failures = useRef(0);
  const [state, set_state] = useState<'fetching' | 'failed'>('fetching');
  const load = () => {
    set_state('fetching');
    load_step(name).catch(() => {
      failures.current += 1;
      set_state('failed');
    });
  };
  useEffect(load, [name]);
  return (
    <div class="step_waiting" aria-busy={state === 'fetching'}>
      <Paragraph id={`${name}.lead`} />
      {state === 'failed' && <Failed failures={failures.current} retry={load} />}
    </div>
  );
}

interface ConclusionProps {
  readonly name: CourseStepName;
  readonly guesses: readonly PredictionName[] | undefined;
}

function Conclusion({ name, guesses }: ConclusionProps) {
  const text = <Paragraph id={`${name}.conclusion`} />;
  return <div class="conclusion">{guesses ? <Covered questions={guesses}>{text}</Covered> : text}</div>;
}

interface StepViewProps {
  readonly name: StepName;
  /** The step is the only one in view; otherwise it is part of the document of all steps. */
  readonly alone: boolean;
}

export function StepView({ name, alone }: StepViewProps) {
  const Panel = loaded_steps.value[name];
  const loaded = Panel !== undefined;
  const in_course = course_step_named(name);
  useLayoutEffect(() => {
    if (alone) arrive();
  }, []);
  useLayoutEffect(() => {
    if (alone && loaded) arrive_at_content();
  }, [loaded]);
  return (
    <section id={name} class="panel" aria-labelledby={`${name}_title`}>
      <h2 id={`${name}_title`} tabIndex={-1}>
        {t(`${name}.title`)}
      </h2>
      {loaded ? <Panel /> : <Waiting name={name} />}
      {loaded && in_course && <Conclusion name={in_course.id} guesses={in_course.guesses} />}
      {alone && loaded && <StepEnd name={name} />}
    </section>
  );
}
