/** Notice that a file, or a part of it, could not be read: a translated explanation and the engine's message. */
import { Untrusted } from '../../words/untrusted.tsx';
import { longest_message, longest_name, shorten } from '../../words/untrusted_text.ts';
import { t } from '../../words/i18n.ts';
import type { OpenError } from './calls.ts';
import { error_kind } from './error_kind.ts';

interface FileErrorNoticeProps {
  readonly error: OpenError;
  readonly name: string;
  /** Name of the file that is still open. */
  readonly open_name: string | undefined;
}

export function FileErrorNotice({ error, name, open_name }: FileErrorNoticeProps) {
  const kind = error_kind(error);
  return (
    <div class="notice notice_error" data-error={kind}>
      <p>
        {name !== '' && (
          <>
            <code>
              <Untrusted text={name} />
            </code>{' '}
          </>
        )}
        {t(`checkpoint.error_${kind}`)}
      </p>
      {error.message !== '' && (
        <p>
          <code>
            <Untrusted text={[error.reason, error.message].filter(Boolean).join(': ')} longest={longest_message} />
          </code>
        </p>
      )}
      {open_name !== undefined && <p>{t('checkpoint.still_open', { name: shorten(open_name, longest_name) })}</p>}
    </div>
  );
}
