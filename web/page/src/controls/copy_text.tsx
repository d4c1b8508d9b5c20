import type { ReadonlySignal } from '@preact/signals';
import { useId, useState } from 'preact/hooks';
import { t } from '../words/i18n.ts';
import { write_clipboard } from './clipboard.ts';

/**
 * A text, or preformatted `code`, with a copy button; without clipboard access the button selects
 * the text.
 */
export function CopyText({
  title,
  text,
  code = false,
}: Readonly<{ title: string; text: ReadonlySignal<string>; code?: boolean }>) {
  const id = useId();
  const [status, set_status] = useState('');
  const copy = async () => {
    try {
      await write_clipboard(text.peek());
      set_status(t('copy.copied'));
    } catch {
      getSelection()?.selectAllChildren(document.getElementById(id) ?? document.body);
      set_status(t('copy.by_hand'));
    }
  };
  return (
    <div class="copy_text">
      <div class="copy_head">
        <h4>{title}</h4>
        <button
          type="button"
          class="button button_small"
          onClick={() => void copy()}
          onBlur={() => set_status('')}
        >
          {t('copy.copy')}
          <span class="visually_hidden"> ({title})</span>
        </button>
        <span class="hint" role="status">
          {status}
        </span>
      </div>
      {code ? (
        <pre id={id} class="copy_code" tabIndex={0} aria-label={title}>
          {text}
        </pre>
      ) : (
        <p id={id}>{text}</p>
      )}
    </div>
  );
}
