/** Why a file, or a part of it, could not be read: in the reader's words, with the engine's own beneath. */
import { Untrusted } from '../../components/untrusted.tsx';
import { longest_message, longest_name, shorten } from '../../untrusted_text.ts';
import { t } from '../../i18n.ts';
import type { OpenFault } from './calls.ts';
import { fault_kind } from './fault_kind.ts';

interface FileFaultProps {
  readonly fault: OpenFault;
  readonly name: string;
  /** The file that is still open. */
  readonly open_name: string | undefined;
}

export function FileFault({ fault, name, open_name }: FileFaultProps) {
  const kind = fault_kind(fault);
  return (
    <div class="notice notice_fault" data-fault={kind}>
      <p>
        {name !== '' && (
          <>
            <code>
              <Untrusted text={name} />
            </code>{' '}
          </>
        )}
        {t(`checkpoint.fault_${kind}`)}
      </p>
      {fault.message !== '' && (
        <p>
          <code>
            <Untrusted text={[fault.reason, fault.message].filter(Boolean).join(': ')} longest={longest_message} />
          </code>
        </p>
      )}
      {open_name !== undefined && <p>{t('checkpoint.kept', { name: shorten(open_name, longest_name) })}</p>}
    </div>
  );
}
