/** The first screen: the question of the course, an example that answers it, and the way into the course. */
import { signal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Choice } from '../controls/choice.tsx';
import { store } from '../numbers/store.ts';
import { t } from '../words/i18n.ts';
import { Paragraph } from '../words/message.tsx';
import { GuideStart } from './guide_start.tsx';

/** Loaded after the first paint: it is not needed for it. */
const Sentence = signal<ComponentType<{ readonly waiting: ComponentChildren }> | undefined>(undefined);

/** The beginning of the sentence, in the space of the figure that follows. */
const Waiting = () => (
  <div class="hero_sentence" aria-busy="true">
    <p class="facts_sentence">{t('hero.sentence')} …</p>
  </div>
);

function Example() {
  useEffect(() => {
    // Without it the page's text can still be read; the step of the same question reports why it cannot be loaded.
    import('./hero_sentence.tsx').then(
      (loaded) => (Sentence.value = loaded.HeroSentence),
      () => undefined,
    );
  }, []);
  return (
    <div class="hero_example">
      {Sentence.value ? <Sentence.value waiting={<Waiting />} /> : <Waiting />}
      <Choice legend={t('facts.network')} values={[true, false]} label={(on) => t(on ? 'facts.on' : 'facts.off')} of={store.fact_network} />
    </div>
  );
}

export function Hero() {
  return (
    <div class="hero">
      <h1>{t('hero.title')}</h1>
      <Paragraph class="lead" id="hero.lead" />
      <Example />
      <GuideStart />
    </div>
  );
}
