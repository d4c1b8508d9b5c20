/** Buttons to jump, to copy a link to the current state, and to reset the settings. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../controls/button.tsx';
import { t } from '../words/i18n.ts';
import { jump_open } from './page_keys.ts';
import { current_state, hash, reset_settings } from '../numbers/store.ts';
import { left_out } from '../numbers/url_state.ts';

/** Returns the page's URL with the whole state and the place in view. */
function address(): string {
  return location.href.replace(/#.*$/, '') + hash.peek();
}

type Copied = 'no' | 'yes' | 'by_hand';

/** Field with the selected address, for manual copying without clipboard access. */
function AddressField({ text }: { readonly text: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [text]);
  return <input ref={field} class="field_input" type="text" readOnly aria-label={t('share.address')} value={text} />;
}

export function CopyLink({ text: label = 'share.copy' }: { readonly text?: 'share.copy' | 'share.copy_step' }) {
  const [copied, set_copied] = useState<Copied>('no');
  const [text, set_text] = useState('');
  const [missing, set_missing] = useState<ReturnType<typeof left_out>>([]);
  const copy = async () => {
    const link = address();
    set_text(link);
    set_missing(left_out(current_state()));
    try {
      await navigator.clipboard.writeText(link);
      set_copied('yes');
    } catch {
      set_copied('by_hand');
    }
  };
  return (
    <div class="share_link">
      <Button text={t(label)} class="button_quiet" on_click={() => void copy()} />
      <span class="hint" role="status">
        {copied === 'yes' && t('share.copied')}
        {copied === 'by_hand' && t('share.by_hand')}
        {copied !== 'no' && missing.map((name) => ` ${t(`share.without_${name}`)}`)}
      </span>
      {copied === 'by_hand' && <AddressField text={text} />}
    </div>
  );
}

function Reset() {
  const [done, set_done] = useState(false);
  const reset = () => {
    reset_settings();
    set_done(true);
  };
  return (
    <div class="share_link">
      <Button text={t('share.reset')} class="button_quiet" on_click={reset} onBlur={() => set_done(false)} />
      <span class="hint" role="status">
        {done && t('share.reset_done')}
      </span>
    </div>
  );
}

export function ShareTools() {
  return (
    <div class="share_tools">
      <button type="button" class="button button_quiet" aria-haspopup="dialog" onClick={() => (jump_open.value = true)}>
        {t('jump.button')} <kbd aria-hidden="true">/</kbd>
      </button>
      <CopyLink />
      <Reset />
    </div>
  );
}
