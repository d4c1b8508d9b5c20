/** Where a number comes from: the call of the core that made it, with all its digits, and a program that computes it again. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { as_code } from '../core/as_code.ts';
import type { CodeState } from '../core/as_code.ts';
import { format_number, t } from '../i18n.ts';
import { forward_request } from '../panels/forward_request.ts';
import { store } from '../store.ts';
import type { InspectedNumber } from '../store.ts';
import { parameter_names } from '../url_state.ts';

/** The number that an element shows, if it is one of the core's. What is pressed for another purpose is left alone. */
export function number_at(target: EventTarget | null): InspectedNumber | undefined {
  if (!(target instanceof Element) || target.closest('button, a, label, summary, [role="option"]')) return undefined;
  const element = target.closest('data[data-call]');
  if (!(element instanceof HTMLDataElement)) return undefined;
  const { call = '', tensor = '', index = '' } = element.dataset;
  return { call, tensor, index, value: Number(element.value) };
}

function code_state(): CodeState {
  const state = Object.fromEntries(parameter_names.map((name) => [name, name === 'x' ? store.cursor_x.value : store[name].value]));
  return { ...state, pasted: forward_request()?.pasted } as CodeState;
}

const copied = signal(false);

async function copy(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code);
    copied.value = true;
  } catch {
    // No clipboard for this page: the text is there to be selected.
    getSelection()?.selectAllChildren(document.getElementById('provenance_code') ?? document.body);
  }
}

function Card({ number }: { readonly number: InspectedNumber }) {
  const { call, tensor, index, value } = number;
  const code = as_code(number, code_state());
  return (
    <aside class="provenance" aria-label={t('provenance.label')}>
      <div class="provenance_head">
        <p role="status">
          {t('provenance.title')} <strong class="number">{format_number(value, 'precise')}</strong>
        </p>
        <button type="button" class="button button_small" onClick={() => (store.inspected.value = undefined)}>
          {t('provenance.close')}
        </button>
      </div>
      <p class="hint">
        <code>{[call, tensor, index].filter((part) => part !== '').join(' · ')}</code>
      </p>
      {code !== undefined && (
        <>
          <pre id="provenance_code" class="provenance_code" tabIndex={0} aria-label={t('provenance.code')}>
            <code>{code}</code>
          </pre>
          <button type="button" class="button button_small" onClick={() => void copy(code)}>
            {t(copied.value ? 'provenance.copied' : 'provenance.copy')}
          </button>
        </>
      )}
    </aside>
  );
}

/** Any number of the page can be asked: by a click or a tap. Esc closes the answer. */
export function ProvenanceCard() {
  useEffect(() => {
    const on_click = (event: MouseEvent) => {
      const number = number_at(event.target);
      if (number === undefined) return;
      copied.value = false;
      store.inspected.value = number;
    };
    const on_key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') store.inspected.value = undefined;
    };
    document.addEventListener('click', on_click);
    document.addEventListener('keydown', on_key);
    return () => {
      document.removeEventListener('click', on_click);
      document.removeEventListener('keydown', on_key);
    };
  }, []);
  const number = store.inspected.value;
  return number === undefined ? null : <Card number={number} />;
}
