/** Notice that a file, or a part of it, could not be read: a translated explanation and the engine's message. */
import { Untrusted } from '../../words/untrusted.tsx';
import { longest_message, longest_name, shorten } from '../../words/untrusted_text.ts';
import { t } from '../../words/i18n.ts';
import type { OpenError } from './opened.ts';

/** The engine's reasons for each kind of error, by what the user can do about it. */
const kinds = {
  lfs: ['git_lfs_pointer'],
  page: ['web_page'],
  format: ['other_format'],
  short: ['file_too_small', 'header_truncated', 'out_of_file', 'short'],
  dtype: ['unknown_dtype'],
  tensor: ['missing_tensor', 'wrong_shape'],
  unreadable: ['unreadable', 'changed', 'network', 'http_status', 'no_ranges', 'unknown_size'],
  no_network: ['no_network'],
  no_model: ['no_model'],
  no_file: ['no_file'],
} as const;

type Kind = keyof typeof kinds | 'damaged' | 'memory' | 'worker';

export function error_kind({ code, reason }: Pick<OpenError, 'code' | 'reason'>): Kind {
  if (code === 'out_of_memory') return 'memory';
  const known = (Object.keys(kinds) as (keyof typeof kinds)[]).find((kind) => (kinds[kind] as readonly string[]).includes(reason ?? ''));
  if (known !== undefined) return known;
  if (code === 'read_failed') return 'unreadable';
  return code === 'invalid_file' ? 'damaged' : 'worker';
}

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
