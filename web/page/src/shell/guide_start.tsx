/** Start button: leads to the first step, or to the step where the last visit ended. */
import { Button } from '../controls/button.tsx';
import { last_visit } from '../numbers/progress.ts';
import { t } from '../words/i18n.ts';
import { course_minutes, course_steps, step_named } from '../steps/index.ts';
import { go_to_step } from './navigate.ts';

export function GuideStart() {
  const { at, done } = last_visit.value;
  const first = course_steps[0];
  const last = step_named(at);
  const resumed = last !== undefined && (last !== first || done.length > 0) ? last : undefined;
  const target = resumed ?? first;
  if (target === undefined) return null;
  return (
    <p class="guide_start">
      <Button
        text={resumed ? t('guide.resume', { panel: t(`${resumed.id}.title`) }) : t('guide.start')}
        class="button_lead"
        on_click={() => go_to_step(target.id)}
      />
      <span class="hint">{t('guide.estimate', { steps: course_steps.length, minutes: course_minutes })}</span>
    </p>
  );
}
