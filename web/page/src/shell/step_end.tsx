/** The end of a step: a link to its state; and in the course previous, done, next. */
import { mark_done, progress } from '../numbers/progress.ts';
import { t } from '../words/i18n.ts';
import { course_steps } from '../steps/index.ts';
import { go_to_step } from './navigate.ts';
import { CopyLink } from './share_tools.tsx';
import { score } from '../numbers/predictions.ts';

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

export function StepEnd({ name }: { readonly name: string }) {
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
