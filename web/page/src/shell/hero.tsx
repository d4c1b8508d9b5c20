import { core_state } from '../numbers/client.ts';
import { format_number, t } from '../words/i18n.ts';
import { run_self_check, self_check } from '../numbers/self_check.ts';
import { GuideStart } from './guide_start.tsx';
import { HeroChain } from './hero_chain.tsx';

export function Formula() {
  return (
    <p class="formula">
      W<sub>2</sub> · <span class="word_gelu">GELU</span>(W<sub>1</sub> · x + b<sub>1</sub>) + b<sub>2</sub>
    </p>
  );
}

/** Button that runs the self-check against PyTorch, and its result. */
function Check() {
  const { phase, passed, total } = self_check.value;
  const off = total - passed;
  const numbers = { off: format_number(off, 'count'), total: format_number(total, 'count') };
  if (phase === 'done') {
    return (
      <p role="status">
        {t(off > 0 ? 'badge.check_off' : 'badge.check_passed', numbers)} <a href="#proof">{t('badge.check_details')}</a>
      </p>
    );
  }
  return (
    <div class="badge_check">
      <p role="status">
        {phase === 'running' && t('badge.check_running')}
        {phase === 'failed' && t('badge.check_failed')}
      </p>
      {phase !== 'running' && (
        <button type="button" class="button button_small" onClick={() => void run_self_check()}>
          {t('badge.check')}
        </button>
      )}
    </div>
  );
}

/** Shows which build of the core is running, and why faster builds were rejected. */
function Badge() {
  const state = core_state.value;
  if (state.phase !== 'ready') {
    return <p class="badge badge_waiting">{state.phase === 'starting' ? t('badge.starting') : t('badge.none')}</p>;
  }
  const { variant, version, refused, heap_bytes } = state.info;
  const { phase, passed, total } = self_check.value;
  return (
    <details class="badge">
      <summary>
        <span class="badge_dot" aria-hidden="true" />
        {t('badge.running')} <strong data-variant={variant}>{t(`badge.variant_${variant}`)}</strong>
        <span class="badge_version">ffn-lab {version}</span>
        {phase === 'done' && passed === total && <span class="badge_checked">✓ {t('badge.checked')}</span>}
      </summary>
      <p>{t(`badge.about_${variant}`)}</p>
      {refused.length === 0 ? (
        <p>{t('badge.best')}</p>
      ) : (
        <ul>
          {refused.map(({ variant: better, reason }) => (
            <li key={better}>
              {t(`badge.refused_${better}`)}{' '}
              <span class="badge_reason" lang="en">
                ({reason})
              </span>
            </li>
          ))}
        </ul>
      )}
      <p>{t('badge.memory', { megabytes: format_number(heap_bytes / 1_048_576, 'hundredths') })}</p>
      <Check />
    </details>
  );
}

export function Hero() {
  return (
    <div class="hero">
      <div class="hero_text">
        <h1>{t('hero.title')}</h1>
        <p class="lead">{t('hero.lead')}</p>
        <GuideStart />
        <Badge />
      </div>
      <figure class="hero_figure">
        <Formula />
        <HeroChain />
        <figcaption>{t('hero.caption')}</figcaption>
      </figure>
    </div>
  );
}
