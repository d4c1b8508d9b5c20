import { core_state } from '../compute/connection.ts';
import { format_number, t } from '../words/i18n.ts';

/** Shows which build of the core is running, and why faster builds were rejected. */
export function Badge() {
  const state = core_state.value;
  if (state.phase !== 'ready') {
    return (
      <p class="badge badge_waiting">
        {state.phase === 'starting' ? t('badge.starting') : t('badge.none')}
      </p>
    );
  }
  const { variant, version, refused, heap_bytes } = state.info;
  return (
    <details class="badge">
      <summary>
        <span class="badge_dot" aria-hidden="true" />
        {t('badge.running')} <strong data-variant={variant}>{t(`badge.variant_${variant}`)}</strong>
        <span class="badge_version">ffn-lab {version}</span>
      </summary>
      <p>{t(`badge.about_${variant}`)}</p>
      {refused.length === 0 ? (
        <p>{t('badge.best')}</p>
      ) : (
        <ul>
          {refused.map(({ variant: better, reason }) => (
            <li key={better}>
              {t('badge.refused_relaxed')}{' '}
              <span class="badge_reason" lang="en">
                ({reason})
              </span>
            </li>
          ))}
        </ul>
      )}
      <p>{t('badge.memory', { megabytes: format_number(heap_bytes / 1_048_576, 'hundredths') })}</p>
      <p>
        <a href="#proof">{t('badge.check')}</a>
      </p>
    </details>
  );
}
