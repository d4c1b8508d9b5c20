import { core_state, restart } from '../core/client.ts';
import { t } from '../i18n.ts';

/** Says in words why there are no numbers, and offers another try. The rest of the page stays readable. */
export function CoreNotice() {
  const state = core_state.value;
  return (
    <div role="status" class="core_notice">
      {state.phase === 'failed' && (
        <div class="notice notice_fault">
          <p>
            <strong>{t('core.failed')}</strong> {t(`core.${state.failure}`)}
          </p>
          {state.detail !== '' && (
            <details>
              <summary>{t('core.detail')}</summary>
              <p>
                <code>{state.detail}</code>
              </p>
            </details>
          )}
          <button type="button" class="button" onClick={restart}>
            {t('core.retry')}
          </button>
        </div>
      )}
    </div>
  );
}
