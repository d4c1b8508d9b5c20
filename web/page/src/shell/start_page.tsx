/** The start page: the network at a glance, and the contents. */
import { useLayoutEffect } from 'preact/hooks';
import { t } from '../words/i18n.ts';
import { GuideSteps } from './guide_steps.tsx';
import { Hero } from './hero.tsx';
import { arrive } from './navigate.ts';

export function StartPage() {
  useLayoutEffect(arrive, []);
  return (
    <>
      <Hero />
      <nav class="start_contents" aria-labelledby="contents_title">
        <h2 id="contents_title">{t('page.contents')}</h2>
        <GuideSteps with_leads />
      </nav>
    </>
  );
}
