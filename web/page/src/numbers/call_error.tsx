import type { CallError } from '../compute/protocol.ts';
import { longest_message } from '../words/untrusted_text.ts';
import { t } from '../words/i18n.ts';
import { Untrusted } from '../words/untrusted.tsx';
import { CoreUnavailable, unavailable } from '../compute/connection.ts';

/** Returns the text of an error that a worker has sent, or of a worker that is unavailable. */
export const call_error_text = ({ code, message }: CallError): string =>
  code === unavailable
    ? `${t('core.failed')} ${t(`core.${message as CoreUnavailable['failure']}`)}`
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
  if (error instanceof CoreUnavailable) return `${t('core.failed')} ${t(`core.${error.failure}`)}`;
  return error instanceof Error ? error.message : String(error);
}
