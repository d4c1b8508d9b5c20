/** Bar of teacher mode: a button that leaves it, and a dialog to hide groups and copy a link. */
import { signal } from '@preact/signals';
import { t } from '../words/i18n.ts';
import { store } from '../numbers/store.ts';
import { teach_groups, type TeachGroup } from '../numbers/url_state.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { CopyLink } from './share_tools.tsx';
import { show_beginning } from './navigate.ts';

const choices_open = signal(false);

function Choices() {
  const hidden = store.teach.value;
  return (
    <Dialog open={choices_open} title={t('teach.title')}>
      <fieldset class="teach_groups">
        <legend>{t('teach.hidden')}</legend>
        {teach_groups.map((name) => (
          <label key={name} class="step_done">
            <input
              type="checkbox"
              checked={hidden.includes(name)}
              // The last hidden group can only be shown by leaving teacher mode.
              disabled={hidden.length === 1 && hidden.includes(name)}
              onChange={(event) => hide_group(name, event.currentTarget.checked)}
            />
            {t(`teach.${name}`)}
          </label>
        ))}
      </fieldset>
      <p class="hint">{t('teach.note')}</p>
      <CopyLink />
    </Dialog>
  );
}

export function TeachBar() {
  if (store.teach.value.length === 0) return null;
  return (
    <aside class="teach_bar" aria-label={t('teach.title')}>
      <Button text={t('teach.choose')} small aria-haspopup="dialog" on_click={() => (choices_open.value = true)} />
      <button type="button" class="button button_small" onClick={leave_teacher_mode}>
        <span aria-hidden="true">✕ </span>
        {t('teach.leave')}
      </button>
      <Choices />
    </aside>
  );
}

const hidden_by_default: readonly TeachGroup[] = ['controls', 'notes', 'guide'];

/** Sets the hidden groups. The height of the page changes, and the focused button may be removed with its bar. */
function change(hidden: readonly TeachGroup[]): void {
  store.teach.value = hidden;
  requestAnimationFrame(show_beginning);
}

export const enter_teacher_mode = (): void => change(hidden_by_default);

export const leave_teacher_mode = (): void => change([]);

/** Hides or shows a group; the last hidden group cannot be shown, since teacher mode is on while any group is hidden. */
export function hide_group(name: TeachGroup, hidden: boolean): void {
  const chosen = teach_groups.filter((group) => (group === name ? hidden : store.teach.peek().includes(group)));
  if (chosen.length > 0) change(chosen);
}
