/** Errors of files, in the language of the page, with what the engine says of them. */
import type { ComponentProps } from 'preact';
import type { CallError } from '../../compute/protocol.ts';
import { t } from '../../words/i18n.ts';
import { Untrusted } from '../../words/untrusted.tsx';
import { longest_message, longest_name, shorten } from '../../words/untrusted_text.ts';

/**
 * Kinds of errors, by what the user can do about them: the engine's reasons, and the codes of
 * errors without such a reason.
 */
const kinds = {
  lfs: ['git_lfs_pointer'],
  page: ['web_page'],
  format: ['other_format'],
  short: ['file_too_small', 'header_truncated', 'out_of_file', 'short'],
  dtype: ['unknown_dtype'],
  quantized: ['quantized'],
  tensor: ['missing_tensor', 'wrong_shape'],
  unreadable: [
    'unreadable',
    'changed',
    'network',
    'http_status',
    'no_ranges',
    'unknown_size',
    'read_failed',
  ],
  no_network: ['no_network'],
  no_model: ['no_model'],
  several: ['several_models'],
  no_file: ['no_file'],
  damaged: ['invalid_file'],
  memory: ['out_of_memory'],
};

export function error_kind({ code, reason = code }: Omit<CallError, 'message'>) {
  const kind_of = (name: string) =>
    (Object.keys(kinds) as (keyof typeof kinds)[]).find((kind) => kinds[kind].includes(name));
  return kind_of(reason) ?? kind_of(code) ?? 'worker';
}

export const Quoted = ({ text, longest = longest_name }: ComponentProps<typeof Untrusted>) => (
  <code>
    <Untrusted text={text} longest={longest} />
  </code>
);

const detail_of = ({ reason, message }: CallError) => [reason, message].filter(Boolean).join(': ');

interface FileErrorNoticeProps {
  readonly error: CallError;
  readonly name: string;
  /** Name of the file that is still open. */
  readonly open_name?: string | undefined;
  /** The text in place of the explanation of this kind of error. */
  readonly text?: string;
}

/**
 * Says that a file, or a part of it, could not be read: a translated explanation and the engine's
 * message.
 */
export function FileErrorNotice({ error, name, open_name, text }: FileErrorNoticeProps) {
  const kind = error_kind(error);
  return (
    <div class="notice notice_error" data-error={kind}>
      <p>
        {name !== '' && <Quoted text={name} />} {text ?? t(`checkpoint.error_${kind}`)}
      </p>
      {error.message !== '' && (
        <p>
          <Quoted
            text={kind === 'several' ? error.message : detail_of(error)}
            longest={longest_message}
          />
        </p>
      )}
      {open_name !== undefined && (
        <p>{t('checkpoint.still_open', { name: shorten(open_name, longest_name) })}</p>
      )}
    </div>
  );
}
