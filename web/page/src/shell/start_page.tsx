/**
 * The start page: the question of the course, an example that answers it, the way into the course,
 * and the contents.
 */
import { signal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { Button } from '../controls/button.tsx';
import { Choice } from '../controls/choice.tsx';
import { last_visit } from './progress.ts';
import { store } from '../state/store.ts';
import { course_minutes, course_steps, is_course_step } from '../steps/index.ts';
import { t } from '../words/i18n.ts';
import { Paragraph } from '../controls/message.tsx';
import { Glances } from './glances.tsx';
import { GuideSteps } from './guide.tsx';
import { arrive, go_to_step } from './navigate.ts';

/** Start button: leads to the first step, or to the step where the last visit ended. */
function GuideStart() {
  const { at, done } = last_visit.value;
  const [first_step] = course_steps;
  const last = is_course_step(at) ? at : first_step;
  const resumed = last !== first_step || done.length > 0;
  const text = resumed ? t('guide.resume', { panel: t(`${last}.title`) }) : t('guide.start');
  return (
    <p class="guide_start">
      <Button text={text} class="button_lead" on_click={() => go_to_step(last)} />
      <span class="hint">
        {t('guide.estimate', { steps: course_steps.length, minutes: course_minutes })}
      </span>
    </p>
  );
}

interface ExampleProps {
  readonly waiting: ComponentChildren;
}

/** The two figures, loaded after the first paint, which does not need them. */
const figures = signal<
  | { readonly Sentence: ComponentType<ExampleProps>; readonly Map: ComponentType<ExampleProps> }
  | undefined
>(undefined);

/** The beginning of the sentence, in the space of the figure that follows. */
const WaitingSentence = () => (
  <div class="hero_sentence" aria-busy="true">
    <p class="facts_sentence">{t('hero.sentence')} …</p>
  </div>
);

const WaitingMap = () => <div class="hero_map_waiting" aria-busy="true" />;

function Example() {
  useEffect(() => {
    // If they cannot be loaded, the page's text can still be read, and the step of the same question
    // reports why.
    import('./hero_figures.tsx').then(
      ({ HeroSentence, HeroMap }) => (figures.value = { Sentence: HeroSentence, Map: HeroMap }),
      () => undefined,
    );
  }, []);
  const { Sentence, Map } = figures.value ?? {};
  return (
    <>
      <div class="hero_switch">
        <Choice
          legend={t('facts.network')}
          values={[true, false]}
          label={(on) => t(on ? 'facts.on' : 'facts.off')}
          of={store.fact_network}
        />
      </div>
      <div class="hero_example">
        {Sentence ? <Sentence waiting={<WaitingSentence />} /> : <WaitingSentence />}
      </div>
      <div class="hero_map">{Map ? <Map waiting={<WaitingMap />} /> : <WaitingMap />}</div>
    </>
  );
}

/** The question and its example, which a frame in another page can show alone. */
export function Hero({ children }: { readonly children?: ComponentChildren }) {
  return (
    <div class="hero">
      <h1>{t('hero.title')}</h1>
      <Paragraph class="lead" id="hero.lead" />
      <Example />
      {children}
    </div>
  );
}

export function StartPage() {
  useLayoutEffect(arrive, []);
  return (
    <>
      <Hero>
        <GuideStart />
      </Hero>
      <Glances />
      <nav class="start_contents" aria-labelledby="contents_title">
        <h2 id="contents_title">{t('page.contents')}</h2>
        <GuideSteps with_leads />
      </nav>
    </>
  );
}
