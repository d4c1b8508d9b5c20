/**
 * Page-wide keyboard shortcuts, and the dialog that lists all registered ones, with the switch for
 * single-character ones.
 */
import { signal } from '@preact/signals';
import { Dialog } from '../controls/dialog.tsx';
import {
  character_keys,
  choose_character_keys,
  keys,
  register_keys,
  type Key,
} from '../controls/keys.ts';
import { inspect_next } from '../numbers/provenance_card.tsx';
import { store } from '../state/store.ts';
import { step_beside, steps, type StepName } from '../steps/index.ts';
import { t } from '../words/i18n.ts';
import { go_to_step } from './navigate.ts';

export const help_open = signal(false);
export const jump_open = signal(false);

/** Goes to a step; returns false if there is none. */
function go(step: StepName | undefined): boolean {
  if (step) go_to_step(step);
  return step !== undefined;
}

const in_lecture = () => store.teach.peek().length > 0;

export function register_page_keys(): void {
  register_keys([
    {
      keys: Array.from('123456789'),
      shown: ['1–9'],
      message: 'keys.panels',
      run: (key) => go(steps[Number(key) - 1]),
    },
    { keys: ['j'], message: 'guide.next', run: () => go(step_beside(store.panel.peek(), 1)) },
    { keys: ['k'], message: 'guide.previous', run: () => go(step_beside(store.panel.peek(), -1)) },
    {
      // A presenter sends Page Down and Page Up, or the arrows to the right and the left.
      keys: ['PageDown', 'ArrowRight'],
      message: 'keys.lecture_next',
      run: () => in_lecture() && go(step_beside(store.panel.peek(), 1)),
    },
    {
      keys: ['PageUp', 'ArrowLeft'],
      message: 'keys.lecture_previous',
      run: () => in_lecture() && go(step_beside(store.panel.peek(), -1)),
    },
    { keys: ['/'], message: 'keys.jump', run: () => (jump_open.value = true) },
    { keys: ['n'], message: 'keys.number', run: inspect_next },
    { keys: ['?'], message: 'keys.help', run: () => (help_open.value = true) },
  ]);
}

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
