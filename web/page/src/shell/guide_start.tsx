/** Start button: leads to the first step, or to the panel where the last visit ended. */
import { last_visit } from '../numbers/progress.ts';
import { t } from '../words/i18n.ts';
import { go_to_panel } from '../numbers/navigate.ts';
import { panels, steps } from '../steps/index.ts';

export function GuideStart() {
  const { at, done } = last_visit.value;
  const first = steps[0];
  const last = panels.find(({ id }) => id === at);
  const resumed = last !== undefined && (last !== first || done.length > 0) ? last : undefined;
  const target = resumed ?? first;
  if (target === undefined) return null;
  return (
    <p class="guide_start">
      <button type="button" class="button button_lead" onClick={() => go_to_panel(target.id)}>
        {resumed ? t('guide.resume', { panel: t(resumed.title) }) : t('guide.start')}
      </button>
      <span class="hint">{t('guide.estimate', { steps: steps.length })}</span>
    </p>
  );
}
