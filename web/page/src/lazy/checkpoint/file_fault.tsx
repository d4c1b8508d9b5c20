/** Why a file, or a part of it, could not be read: in the reader's words, with the engine's own beneath. */
import { Foreign } from '../../components/foreign.tsx';
import { longest_message, longest_name, shorten } from '../../foreign_text.ts';
import { t } from '../../i18n.ts';
import type { OpenFault } from './calls.ts';
import { fault_kind } from './fault_kind.ts';

interface FileFaultProps {
  readonly fault: OpenFault;
  readonly name: string;
  /** The file that is still open. */
  readonly kept: string | undefined;
}

export function FileFault({ fault, name, kept }: FileFaultProps) {
  const kind = fault_kind(fault);
  return (
    <div class="notice notice_fault" data-fault={kind}>
      <p>
        {name !== '' && (
          <>
            <code>
              <Foreign text={name} />
            </code>{' '}
          </>
        )}
        {t(`checkpoint.fault_${kind}`)}
      </p>
      {fault.message !== '' && (
        <p>
          <code>
            <Foreign text={[fault.reason, fault.message].filter(Boolean).join(': ')} longest={longest_message} />
          </code>
        </p>
      )}
      {kept !== undefined && <p>{t('checkpoint.kept', { name: shorten(kept, longest_name) })}</p>}
    </div>
  );
}
