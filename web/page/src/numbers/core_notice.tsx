import type { ReadonlySignal } from '@preact/signals';
import { Button } from '../controls/button.tsx';
import { core_state, restart, type CoreState } from './connection.ts';
import { t } from '../words/i18n.ts';

interface WorkerNoticeProps {
  readonly state: ReadonlySignal<CoreState>;
  readonly again: () => void;
  /** Text of the button; default: the message `core.retry`. */
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

/** Shows why a worker is unavailable, with a button that restarts it; renders nothing while the worker is ready or starting in time. */
export function WorkerNotice({ state: { value: state }, again, label = t('core.retry') }: WorkerNoticeProps) {
  const slow = state.phase === 'starting' && state.slow === true;
  if (state.phase !== 'failed' && !slow) return null;
  return (
    <div class={slow ? 'notice' : 'notice notice_error'}>
      {state.phase === 'failed' ? <Failed {...state} /> : <p>{t('core.slow')}</p>}
      <Button text={label} on_click={again} />
    </div>
  );
}

/** The notice for the worker `page`. */
export function CoreNotice() {
  return (
    <div role="status" class="core_notice">
      <WorkerNotice state={core_state} again={restart} />
    </div>
  );
}
