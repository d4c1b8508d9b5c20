import type { CallError } from '../core/protocol.ts';
import { longest_message } from '../foreign_text.ts';
import { t } from '../i18n.ts';
import { Foreign } from './foreign.tsx';

/** What the core said when it refused a computation; nothing while it has not. */
export function CallFault({ error }: { readonly error: CallError | undefined }) {
  if (error === undefined) return null;
  return (
    <p class="notice notice_fault" role="alert">
      {t('core.call_failed')}{' '}
      <code>
        <Foreign text={error.message} longest={longest_message} />
      </code>
    </p>
  );
}
