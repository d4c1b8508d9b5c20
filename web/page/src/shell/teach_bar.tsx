/**
 * Bar of teacher mode: the step in view and the way to its neighbours, a dialog to hide groups and
 * copy a link, and a button that leaves the mode.
 */
import { signal } from '@preact/signals';
import { t } from '../words/i18n.ts';
import { store } from '../state/store.ts';
import { teach_groups, type TeachGroup } from '../state/url_state.ts';
import { Button } from '../controls/button.tsx';
import { Choice, Toggles } from '../controls/choice.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { CopyLink } from './share_tools.tsx';
import { Neighbour, place_text } from './guide.tsx';
import { show_beginning } from './navigate.ts';

const choices_open = signal(false);

/**
 * Sets the hidden groups. The height of the page changes, and the focused button may be removed
 * with its bar.
 */
function hide(groups: readonly TeachGroup[]): void {
  store.teach.value = groups;
  requestAnimationFrame(show_beginning);
}

export const enter_teacher_mode = (): void => hide(['notes', 'guide', 'prose']);

function Choices() {
  return (
    <Dialog open={choices_open} title={t('teach.title')}>
      {/* The last hidden group can only be shown by leaving teacher mode, which is on while any
          group is hidden. */}
      <Toggles
        legend={t('teach.hidden')}
        values={teach_groups}
        label={(name) => t(`teach.${name}`)}
        chosen={store.teach.value}
        on_change={hide}
      />
      <Choice
        legend={t('teach.answers')}
        values={['covered', 'shown'] as const}
        label={(name) => t(`teach.answers_${name}`)}
        of={store.answers}
      />
      <p class="hint">{t('teach.note')}</p>
      <CopyLink />
    </Dialog>
  );
}

export function TeachBar() {
  if (store.teach.value.length === 0) return null;
  return (
    <aside class="teach_bar" aria-label={t('teach.title')}>
      <Neighbour by={-1} name="previous" />
      <p class="teach_place">{place_text()}</p>
      <Neighbour by={1} name="next" />
      <Button
        text={t('teach.choose')}
        small
        aria-haspopup="dialog"
        on_click={() => (choices_open.value = true)}
      />
      <button type="button" class="button button_small" onClick={() => hide([])}>
        <span aria-hidden="true">✕ </span>
        {t('teach.leave')}
      </button>
      <Choices />
    </aside>
  );
}
