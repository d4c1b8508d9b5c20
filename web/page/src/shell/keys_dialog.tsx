/** The dialog that lists all registered keys, with the switch for single-character ones. */
import { Dialog } from '../controls/dialog.tsx';
import { character_keys, choose_character_keys, keys, type Key } from '../controls/keys.ts';
import { t } from '../words/i18n.ts';
import { help_open } from './page_keys.tsx';

const key_symbols: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  PageDown: 'Page ↓',
  PageUp: 'Page ↑',
};

const shown = (key: Key) =>
  key.shown ??
  key.keys.map((name) => (name === ' ' ? t('keys.space') : (key_symbols[name] ?? name)));

export function KeysDialog() {
  return (
    <Dialog open={help_open} title={t('keys.title')}>
      <dl class="key_list">
        {keys.value.map((key) => (
          <div key={key.message}>
            <dt>
              {shown(key).map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{t(key.message)}</dd>
          </div>
        ))}
      </dl>
      <p class="hint">{t('keys.in_cells')}</p>
      <p class="hint">{t('keys.in_curves')}</p>
      <label class="step_done">
        <input
          type="checkbox"
          checked={character_keys.value}
          onChange={(event) => choose_character_keys(event.currentTarget.checked)}
        />
        {t('keys.characters')}
      </label>
      <p class="hint">{t('keys.characters_note')}</p>
    </Dialog>
  );
}
