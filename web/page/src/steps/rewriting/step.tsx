/** Removing a fact by silencing hidden units, and rewriting it by a rank-one change of W2. */
import { useEffect } from 'preact/hooks';
import { fact_change_legend } from '../../charts/fact_map.tsx';
import { heat_map_legend } from '../../charts/heat_map.tsx';
import { FoldedOnPhone } from '../../controls/folded.tsx';
import { Heading } from '../../controls/heading.tsx';
import { Slider } from '../../controls/slider.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { facts_answer, start_facts, type FactsAnswer } from '../../language_model/answers.ts';
import { sentence, twin } from '../../language_model/chosen.ts';
import type { Sentence } from '../../language_model/corpus.ts';
import { Bench, FactsStep } from '../../language_model/facts_step.tsx';
import { NextWord } from '../../language_model/next_word.tsx';
import { SentenceChoice } from '../../language_model/sentence_choice.tsx';
import { store } from '../../state/store.ts';
import { Value } from '../../numbers/value.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { Message, Paragraph, Prose } from '../../controls/message.tsx';
import type { Legend } from '../../words/legend.tsx';
import { folded_part } from '../../words/parts.ts';
import './rewriting.css';
import { beside_answers, FactSentences, of_fact, Outcome } from './outcome.tsx';
import { Rewriting } from './rewrite.tsx';

export { sheet_cells } from './sheet.tsx';

const forgotten = facts_answer(
  'forgotten',
  () =>
    sentence.value && {
      ...twin(),
      prompt: sentence.value.prompt,
      silenced: store.fact_silenced.value,
    },
);

const rewritten = facts_answer(
  'rewritten',
  () =>
    sentence.value && {
      ...twin(),
      prompt: sentence.value.prompt,
      rewrites: store.fact_rewrites.value,
    },
);

/** Sets how many units are silenced, the strongest first. */
function SilencedSlider({ needed }: { readonly needed: number }) {
  const silenced = Math.min(store.fact_silenced.value, needed);
  return (
    <div class="field rewriting_slider">
      <Slider
        label={t('rewriting.silenced')}
        value={silenced}
        smallest={0}
        largest={needed}
        on_value={(count) => (store.fact_silenced.value = count)}
        shown={format_number(silenced, 'count')}
      />
    </div>
  );
}

function Forget({
  answer,
  chosen,
}: {
  readonly answer: FactsAnswer<'forgotten'>;
  readonly chosen: Sentence;
}) {
  const { needed, gone } = answer.value;
  const stays = !gone && (
    <p class="hint">
      <Message
        id="rewriting.stays"
        values={{ count: <Value of={answer} path="needed" style="count" /> }}
      />
    </p>
  );
  return (
    <Bench
      choice={<SentenceChoice chosen={chosen} />}
      above={
        <>
          <p class="plot_title">{t('rewriting.bars')}</p>
          <NextWord name="rewriting_next" answer={answer} sentence={chosen} />
        </>
      }
      control={
        <>
          <Heading part="rewriting.forget" />
          <SilencedSlider needed={needed} />
          <Paragraph class="rewriting_text" id="rewriting.forget_text" />
          {stays}
        </>
      }
      below={
        <Outcome
          name="rewriting_forgotten_map"
          title={t('rewriting.forgotten_map')}
          answer={answer}
          meant={of_fact(chosen)}
        />
      }
      more={
        <FoldedOnPhone {...folded_part('rewriting.sentences')}>
          <Forgotten answer={answer} />
        </FoldedOnPhone>
      }
    />
  );
}

function Forgotten({ answer }: { readonly answer: FactsAnswer<'forgotten'> }) {
  const { answers } = answer.value;
  const data = () => figure_of(answer, { parts: ['answers'], beside: beside_answers(answers) });
  return (
    <FigureFrame name="rewriting_forgotten" title={t('rewriting.forget_title')} data={data}>
      <FactSentences answers={answers} />
    </FigureFrame>
  );
}

export function Panel() {
  useEffect(start_facts, []);
  const chosen = sentence.value;
  const [gone, now] = [forgotten.shown.value, rewritten.shown.value];
  return (
    <FactsStep
      wide
      ready={chosen !== undefined}
      busy={chosen === undefined || forgotten.pending.value || rewritten.pending.value}
      error={forgotten.error.value ?? rewritten.error.value}
      prose={<Prose ids={['rewriting.lead', 'rewriting.try']} />}
    >
      {chosen && gone ? <Forget answer={gone} chosen={chosen} /> : <Waiting />}
      {chosen ? <Rewriting answer={now} chosen={chosen} /> : <Waiting />}
    </FactsStep>
  );
}

export const legend: Legend = [...fact_change_legend, ...heat_map_legend];
