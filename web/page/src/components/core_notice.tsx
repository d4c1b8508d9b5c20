import type { ReadonlySignal } from '@preact/signals';
import type { CoreState } from '../core/connection.ts';
import { core_state, restart } from '../core/client.ts';
import { t } from '../i18n.ts';

interface WorkerNoticeProps {
  readonly state: ReadonlySignal<CoreState>;
  readonly again: () => void;
  /** On the button; default: try again. */
  readonly label?: string;
}

function Failed({ failure, detail }: Extract<CoreState, { phase: 'failed' }>) {
  return (
    <>
      <p>
        <strong>{t('core.failed')}</strong> {t(`core.${failure}`)}
      </p>
      {detail !== '' && (
        <details>
          <summary>{t('core.detail')}</summary>
          <p>
            <code>{detail}</code>
          </p>
        </details>
      )}
    </>
  );
}

/** Says in words why a worker gives no numbers, and offers another try; nothing while all is well. */
export function WorkerNotice({ state: { value: state }, again, label = t('core.retry') }: WorkerNoticeProps) {
  const slow = state.phase === 'starting' && state.slow === true;
  if (state.phase !== 'failed' && !slow) return null;
  return (
    <div class={slow ? 'notice' : 'notice notice_error'}>
      {state.phase === 'failed' ? <Failed {...state} /> : <p>{t('core.slow')}</p>}
      <button type="button" class="button" onClick={again}>
        {label}
      </button>
    </div>
  );
}

/** Of the page's own worker. The rest of the page stays readable. */
export function CoreNotice() {
  return (
    <div role="status" class="core_notice">
      <WorkerNotice state={core_state} again={restart} />
    </div>
  );
}
