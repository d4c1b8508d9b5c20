import { CoreUnavailable } from './core/connection.ts';
import { t } from './i18n.ts';

/** Why a question was not answered: that the worker is gone is said in the reader's words, what the core says in its own. */
export function core_error_text(error: unknown): string {
  if (error instanceof CoreUnavailable) return `${t('core.failed')} ${t(`core.${error.failure}`)}`;
  return error instanceof Error ? error.message : String(error);
}
