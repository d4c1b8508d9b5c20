/** Bar of teacher mode: a button that leaves it, and a dialog to hide groups and copy a link. */
import { signal } from '@preact/signals';
import { t } from '../words/i18n.ts';
import { store } from '../numbers/store.ts';
import { hide_group, leave_teacher_mode } from './teacher_mode.ts';
import { teach_groups } from '../numbers/url_state.ts';
import { Dialog } from '../controls/dialog.tsx';
import { CopyLink } from './share_tools.tsx';

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
      <button type="button" class="button button_small" aria-haspopup="dialog" onClick={() => (choices_open.value = true)}>
        {t('teach.choose')}
      </button>
      <button type="button" class="button button_small" onClick={leave_teacher_mode}>
        <span aria-hidden="true">✕ </span>
        {t('teach.leave')}
      </button>
      <Choices />
    </aside>
  );
}
