import { CoreUnavailable } from './connection.ts';
import { t } from '../words/i18n.ts';

/** Returns the error text of a failed call: a translated one if the worker is unavailable, else the message of the error itself. */
export function core_error_text(error: unknown): string {
  if (error instanceof CoreUnavailable) return `${t('core.failed')} ${t(`core.${error.failure}`)}`;
  return error instanceof Error ? error.message : String(error);
}
