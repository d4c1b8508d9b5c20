/**
 * The start page: the question of the course, an example that answers it, the way into the course,
 * and the contents.
 */
import first from 'virtual:first_answer';
import { signal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { ProbabilityBars } from '../charts/probability_bars.tsx';
import { Button } from '../controls/button.tsx';
import { Choice } from '../controls/choice.tsx';
import { last_visit } from './progress.ts';
import { store } from '../state/store.ts';
import {
  course_minutes,
  course_minutes_tried,
  course_steps,
  is_course_step,
} from '../steps/index.ts';
import { current_language, format_count, format_number, t } from '../words/i18n.ts';
import { Message, Paragraph } from '../controls/message.tsx';
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
  const start = () => {
    // The first step asks to switch the network off.
    if (!resumed) store.fact_network.value = true;
    go_to_step(last);
  };
  return (
    <p class="guide_start">
      <Button text={text} class="button_lead" on_click={start} />
      <span class="hint">
        {t('guide.estimate', {
          steps: course_steps.length,
          minutes: course_minutes,
          tries: course_minutes_tried,
        })}
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

/** Whether the page shows what it shows at first: its first answers are the right ones. */
const is_first = () =>
  [store.fact, store.fact_prompt].every((of) => of.value === undefined) &&
  [store.fact_network, store.fact_attention, store.fact_unit_on].every((of) => of.value) &&
  store.fact_activation.value === 'gelu';

/** The first answer, in the space of the figure that follows. */
function WaitingSentence() {
  const { text, words, probabilities, answer } = first.by_language[current_language()];
  const bars = words.map((word, place) => ({
    word,
    probability: probabilities[place] ?? 0,
    number: <span class="number">{format_number(probabilities[place] ?? NaN, 'percent')}</span>,
    mark: word === answer ? t('sentence.is_right') : undefined,
  }));
  if (!is_first()) return <div class="hero_sentence" aria-busy="true" />;
  return (
    <div class="hero_sentence" aria-busy="true">
      <p class="facts_sentence">
        {text} <strong class="facts_word_right">{words[0]}</strong>
      </p>
      <ProbabilityBars label={t('sentence.next')} language={current_language()} bars={bars} />
    </div>
  );
}

/** The map of the first answers, drawn when the page is built (src/entries/pictures.tsx). */
function WaitingMap() {
  const { text, answer } = first.by_language[current_language()];
  return (
    <div class="hero_map_waiting fact_map_panel" aria-busy="true">
      {is_first() && (
        <>
          {['first_map', `first_map_${current_language()}`].map((name) => (
            <svg key={name} class={`first_map ${name}`} aria-hidden="true">
              <use href={`#picture_${name}`} />
            </svg>
          ))}
          <div class="fact_map_below">
            <p class="fact_map_said">
              <span class="fact_map_sentence">{text}</span>{' '}
              <strong class="fact_map_right">✓ {answer}</strong>
            </p>
            <p class="fact_map_count">
              <Message
                id="map.count"
                values={{ right: format_count(first.right), of: format_count(first.of) }}
              />
            </p>
          </div>
        </>
      )}
    </div>
  );
}

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
        <p class="hint">{t('guide.essential_text')}</p>
        <GuideSteps with_lead with_notes />
      </nav>
    </>
  );
}
