import { core_state } from '../numbers/connection.ts';
import { format_number, t } from '../words/i18n.ts';
import { GuideStart } from './guide_start.tsx';
import { HeroChain } from './hero_chain.tsx';

export function Formula() {
  return (
    <p class="formula">
      W<sub>2</sub> · <span class="word_gelu">GELU</span>(W<sub>1</sub> · x + b<sub>1</sub>) + b<sub>2</sub>
    </p>
  );
}

/** Shows which build of the core is running, and why faster builds were rejected. */
function Badge() {
  const state = core_state.value;
  if (state.phase !== 'ready') {
    return <p class="badge badge_waiting">{state.phase === 'starting' ? t('badge.starting') : t('badge.none')}</p>;
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
              {t(`badge.refused_${better}`)}{' '}
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
