/** List of the steps with those that are done, the current one, and the score of the guesses. */
import { Button } from '../controls/button.tsx';
import { score, prediction_names } from '../numbers/predictions.ts';
import { cover_answer } from '../numbers/revealed_answers.ts';
import { forget_progress, progress } from '../numbers/progress.ts';
import { t } from '../words/i18n.ts';
import { store } from '../numbers/store.ts';
import { all_steps, course_steps, workbench_steps, type StepName } from '../steps/index.ts';
import { Paragraph } from '../words/message.tsx';
import { ShareTools } from './share_tools.tsx';

interface StepLinkProps {
  readonly name: StepName;
  /** Undefined for a step of the workbench. */
  readonly number?: number;
  readonly on_go: () => void;
}

function StepLink({ name, number, on_go }: StepLinkProps) {
  const done = progress.value.done.includes(name);
  return (
    <a href={`#${name}`} aria-current={store.panel.value === name ? 'step' : undefined} onClick={on_go}>
      <span class={done ? 'guide_tick guide_tick_done' : 'guide_tick'} aria-hidden="true">
        {done ? '✓' : (number ?? '·')}
      </span>
      <span>
        <span class="guide_title">{t(`${name}.title`)}</span>
        {done && <span class="visually_hidden"> {t('guide.is_done')}</span>}
      </span>
    </a>
  );
}

function start_over(): void {
  forget_progress();
  for (const name of prediction_names) cover_answer(name);
}

function Tally() {
  const { answered, right } = score.value;
  const done = course_steps.filter(({ id }) => progress.value.done.includes(id)).length;
  return (
    <div class="guide_tally">
      <p>{t('guide.tally', { done, steps: course_steps.length })}</p>
      {answered > 0 && <p>{t('guide.score', { right, answered })}</p>}
      {(done > 0 || answered > 0) && <Button text={t('guide.start_over')} class="button_quiet" on_click={start_over} />}
    </div>
  );
}

interface GuideStepsProps {
  /** Each step with its lead, on the start page. */
  readonly with_leads?: boolean;
  readonly on_go?: () => void;
}

/** The list of the steps; `on_go` is called when one is chosen. */
export function GuideSteps({ with_leads = false, on_go = () => undefined }: GuideStepsProps) {
  const item = (name: StepName, number?: number) => (
    <li key={name}>
      <StepLink name={name} {...(number !== undefined && { number })} on_go={on_go} />
      {with_leads && <Paragraph class="guide_lead" id={`${name}.lead`} links={false} />}
    </li>
  );
  return (
    <>
      <ol>{course_steps.map(({ id }, index) => item(id, index + 1))}</ol>
      <p class="guide_workbench">{t('guide.workbench')}</p>
      <ul aria-label={t('guide.workbench')}>{workbench_steps.map(({ id }) => item(id))}</ul>
      <p class="guide_more">
        <a href={`#${all_steps}`} onClick={on_go} aria-current={store.panel.value === all_steps ? 'page' : undefined}>
          {t('page.all_steps')}
        </a>
      </p>
      <Tally />
      <ShareTools />
    </>
  );
}
