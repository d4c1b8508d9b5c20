/** List of panels with completed steps, the current panel, and the score of the guesses. */
import { cover_answer } from '../numbers/revealed_answers.ts';
import { forget_progress, panel_in_view, progress } from '../numbers/progress.ts';
import { t } from '../words/i18n.ts';
import { go_to_panel } from '../numbers/navigate.ts';
import { panels, steps } from '../steps/index.ts';
import type { PanelEntry } from '../steps/index.ts';
import { prediction_names } from '../numbers/prediction_names.ts';
import { score } from '../numbers/predictions.ts';
import { ShareTools } from './share_tools.tsx';

function PanelLink({ panel: { id, title }, number, on_go }: { panel: PanelEntry; number: number; on_go: () => void }) {
  const done = progress.value.done.includes(id);
  const go = (event: Event) => {
    // The hash holds the page's state and must not become "#id".
    event.preventDefault();
    on_go();
    go_to_panel(id);
  };
  return (
    <a href={`#${id}`} aria-current={panel_in_view.value === id ? 'step' : undefined} onClick={go}>
      <span class={done ? 'guide_tick guide_tick_done' : 'guide_tick'} aria-hidden="true">
        {done ? '✓' : number}
      </span>
      <span>
        {t(title)}
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
  const done = steps.filter(({ id }) => progress.value.done.includes(id)).length;
  return (
    <div class="guide_tally">
      <p>{t('guide.tally', { done, steps: steps.length })}</p>
      {answered > 0 && <p>{t('guide.score', { right, answered })}</p>}
      {(done > 0 || answered > 0) && (
        <button type="button" class="button button_quiet" onClick={start_over}>
          {t('guide.start_over')}
        </button>
      )}
    </div>
  );
}

export function GuideSteps({ on_go }: { readonly on_go: () => void }) {
  return (
    <>
      <ol>
        {panels.map((panel, index) => (
          <li key={panel.id}>
            <PanelLink panel={panel} number={index + 1} on_go={on_go} />
          </li>
        ))}
      </ol>
      <Tally />
      <ShareTools />
    </>
  );
}
