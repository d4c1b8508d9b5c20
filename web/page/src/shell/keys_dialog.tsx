/** Help dialog: the registered keyboard shortcuts, and the switch for single-character ones. */
import { t } from '../words/i18n.ts';
import { character_keys, choose_character_keys, keys, type Key } from '../controls/keys.ts';
import { help_open } from './page_keys.ts';
import { Dialog } from '../controls/dialog.tsx';

const key_symbols: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' };

const shown = (key: Key) => key.shown ?? key.keys.map((name) => (name === ' ' ? t('keys.space') : (key_symbols[name] ?? name)));

/** Widgets that handle keys themselves. */
const widgets = ['cells', 'curves'] as const;

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
      {widgets.map((name) => (
        <p key={name} class="hint">
          {t(`keys.in_${name}`)}
        </p>
      ))}
      <label class="step_done">
        <input type="checkbox" checked={character_keys.value} onChange={(event) => choose_character_keys(event.currentTarget.checked)} />
        {t('keys.characters')}
      </label>
      <p class="hint">{t('keys.characters_note')}</p>
    </Dialog>
  );
}
