/** A sentence with the most probable next word, and the probabilities of the next words. */
import { ProbabilityBars } from '../charts/probability_bars.tsx';
import { FigureFrame } from '../export/figure_frame.tsx';
import { figure_of } from '../export/figure_data.ts';
import type { Answer } from '../numbers/answers.ts';
import { Value } from '../numbers/value.tsx';
import { t } from '../words/i18n.ts';
import { word_text } from './answers.ts';
import type { Asked } from './chosen.ts';
import './facts.css';

interface NextWordProps {
  readonly name: string;
  readonly answer: Answer<{
    readonly words: readonly number[];
    readonly probabilities: readonly number[];
  }>;
  readonly sentence: Asked;
}

export function NextWord({ name, answer, sentence }: NextWordProps) {
  const { words, probabilities } = answer.value;
  const texts = words.map(word_text);
  const bars = words.map((word, place) => ({
    word: texts[place] ?? '',
    probability: probabilities[place] ?? 0,
    number: <Value of={answer} path={`probabilities.${place}`} style="percent" />,
    mark: word === sentence.answer ? t('sentence.is_right') : undefined,
  }));
  const data = () =>
    figure_of(answer, { parts: ['words', 'probabilities'], beside: { word: texts } });
  return (
    <FigureFrame name={name} title={t('sentence.next')} data={data}>
      <p class="facts_sentence" lang={sentence.language}>
        {sentence.text}{' '}
        <strong class={words[0] === sentence.answer ? 'facts_word_right' : 'facts_word'}>
          {texts[0]}
        </strong>
      </p>
      <ProbabilityBars label={t('sentence.next')} language={sentence.language} bars={bars} />
    </FigureFrame>
  );
}
