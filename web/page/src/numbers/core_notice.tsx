import type { ReadonlySignal } from '@preact/signals';
import { Button } from '../controls/button.tsx';
import { core_state, restart, type CoreState } from '../compute/connection.ts';
import { t } from '../words/i18n.ts';

interface WorkerNoticeProps {
  readonly state: ReadonlySignal<CoreState>;
  readonly again: () => void;
  readonly label?: string;
}

/**
 * Shows why a worker is unavailable, with a button that restarts it; renders nothing while the
 * worker is ready or starting in time.
 */
export function WorkerNotice({
  state: { value: state },
  again,
  label = t('core.retry'),
}: WorkerNoticeProps) {
  const failed = state.phase === 'failed' && state;
  if (!failed && !(state.phase === 'starting' && state.slow)) return null;
  return (
    <div class={failed ? 'notice notice_error' : 'notice'}>
      <p>
        {failed && <strong>{t('core.failed')}</strong>}{' '}
        {t(failed ? `core.${failed.failure}` : 'core.slow')}
      </p>
      {failed && failed.detail !== '' && (
        <details>
          <summary>{t('core.detail')}</summary>
          <p>
            <code>{failed.detail}</code>
          </p>
        </details>
      )}
      <Button text={label} on_click={again} />
    </div>
  );
}

export function CoreNotice() {
  return (
    <div role="status" class="core_notice">
      <WorkerNotice state={core_state} again={restart} />
    </div>
  );
}
