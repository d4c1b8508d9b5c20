/** Buttons to jump, to copy a link to the current state, and to reset the settings. */
import { embed_address } from '#edition/page.ts';
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../controls/button.tsx';
import { write_clipboard } from '../controls/clipboard.ts';
import { current_language, t } from '../words/i18n.ts';
import { jump_open } from './page_keys.tsx';
import { current_state, hash, reset_settings } from '../state/store.ts';
import { own_data_of, type OwnData } from '../state/url_state.ts';

/** Field with the selected address, for manual copying without clipboard access. */
function AddressField({ text }: { readonly text: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [text]);
  return (
    <input
      ref={field}
      class="field_input"
      type="text"
      readOnly
      aria-label={t('share.address')}
      value={text}
    />
  );
}

/** The page's URL with the whole state and the place in view. */
const link_here = () => location.href.replace(/#.*$/, '') + hash.peek();

/** Opens the browser's own sheet of applications, where it has one. */
function Share() {
  if (typeof navigator !== 'object' || !('share' in navigator)) return null;
  const share = () =>
    // Rejects if the sheet is closed without a choice.
    navigator.share({ title: document.title, url: link_here() }).catch(() => undefined);
  return <Button text={t('share.send')} class="button_quiet" on_click={() => void share()} />;
}

type EmbedCodeProps = Readonly<{ figure: string; title: string }>;
/** Loaded when it is asked for. */
const EmbedCode = signal<ComponentType<EmbedCodeProps> | undefined>(undefined);

/** Shows the lines that embed the whole place in another page. */
function EmbedButton() {
  const [open, set_open] = useState(false);
  if (embed_address(current_language()) === undefined) return null;
  const toggle = async () => {
    set_open(!open);
    EmbedCode.value ??= (await import('../export/embed_code.tsx')).EmbedCode;
  };
  return (
    <>
      <Button
        text={t('embed.button')}
        class="button_quiet"
        aria-expanded={open}
        on_click={() => void toggle()}
      />
      {open && EmbedCode.value && <EmbedCode.value figure="" title={document.title} />}
    </>
  );
}

/** `embed`: offers the lines that embed the place, too. */
export function CopyLink({
  text = 'share.copy',
  embed = false,
}: {
  readonly text?: 'share.copy' | 'share.copy_step';
  readonly embed?: boolean;
}) {
  const [copied, set_copied] =
    useState<Readonly<{ link: string; own: readonly OwnData[]; by_hand: boolean }>>();
  const copy = async () => {
    const link = link_here();
    const own = own_data_of(current_state());
    try {
      await write_clipboard(link);
      set_copied({ link, own, by_hand: false });
    } catch {
      set_copied({ link, own, by_hand: true });
    }
  };
  return (
    <div class="share_link">
      <Button text={t(text)} class="button_quiet" on_click={() => void copy()} />
      <Share />
      {embed && <EmbedButton />}
      <span class="hint" role="status">
        {copied && t(copied.by_hand ? 'share.by_hand' : 'share.copied')}
        {copied?.own.map(
          ({ name, in_link }) => ` ${t(`share.${in_link ? 'with' : 'without'}_${name}`)}`,
        )}
      </span>
      {copied?.by_hand && <AddressField text={copied.link} />}
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
      <Button
        text={t('share.reset')}
        class="button_quiet"
        on_click={reset}
        onBlur={() => set_done(false)}
      />
      <span class="hint" role="status">
        {done && t('share.reset_done')}
      </span>
    </div>
  );
}

export function ShareTools() {
  return (
    <div class="share_tools">
      <button
        type="button"
        class="button button_quiet"
        aria-haspopup="dialog"
        onClick={() => (jump_open.value = true)}
      >
        {t('jump.button')} <kbd aria-hidden="true">/</kbd>
      </button>
      <CopyLink />
      <Reset />
    </div>
  );
}
