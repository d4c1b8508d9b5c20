/** The keys that work at this moment, and the switch for those of one character. */
import { t } from '../i18n.ts';
import { character_keys, choose_character_keys, keys } from '../keys.ts';
import type { Key } from '../keys.ts';
import { help_open } from '../page_keys.ts';
import { Dialog } from './dialog.tsx';

const signs: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' };

const shown = (key: Key) => key.shown ?? key.keys.map((name) => (name === ' ' ? t('keys.space') : (signs[name] ?? name)));

/** In widgets that have keys of their own. */
const inside = ['cells', 'curves'] as const;

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
      {inside.map((name) => (
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
