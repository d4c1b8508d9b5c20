import type { CallError } from '../compute/protocol.ts';
import { longest_message } from '../words/untrusted_text.ts';
import { t } from '../words/i18n.ts';
import { Untrusted } from '../words/untrusted.tsx';
import { CoreUnavailable, unavailable, type CoreFailure } from '../compute/connection.ts';

function unavailable_text({ failure, detail }: Pick<CoreUnavailable, 'failure' | 'detail'>) {
  const cause = detail === '' ? [] : [t('core.cause', { detail })];
  return [t('core.failed'), t(`core.${failure}`), ...cause].join(' ');
}

/** Returns the text of an error that a worker has sent, or of a worker that is unavailable. */
export const call_error_text = ({ code, message, reason = '' }: CallError): string =>
  code === unavailable
    ? unavailable_text({ failure: message as CoreFailure, detail: reason })
    : message;

export function CallErrorNotice({ error }: { readonly error: CallError | undefined }) {
  if (error === undefined) return null;
  return (
    <p class="notice notice_error" role="alert">
      {t('core.call_failed')}{' '}
      <code>
        <Untrusted text={error.message} longest={longest_message} />
      </code>
    </p>
  );
}

/**
 * Returns the error text of a failed call: a translated one if the worker is unavailable, else the
 * message of the error itself.
 */
export function core_error_text(error: unknown): string {
  if (error instanceof CoreUnavailable) return unavailable_text(error);
  return error instanceof Error ? error.message : String(error);
}
