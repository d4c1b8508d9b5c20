/** Removing a fact by silencing hidden units, and rewriting it by a rank-one change of W2. */
import { signal } from '@preact/signals';
import { Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import { fact_change_legend } from '../../charts/fact_map.tsx';
import { HeatMap, heat_map_legend } from '../../charts/heat_map.tsx';
import { Button } from '../../controls/button.tsx';
import { Heading } from '../../controls/heading.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { Slider } from '../../controls/slider.tsx';
import { Select } from '../../controls/select.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import {
  facts_answer,
  start_facts,
  word_text,
  type FactsAnswer,
} from '../../language_model/answers.ts';
import { same_fact, sentence, sentences_alike, twin } from '../../language_model/chosen.ts';
import type { Sentence } from '../../language_model/corpus.ts';
import { Bench, FactsStep } from '../../language_model/facts_step.tsx';
import { NextWord } from '../../language_model/next_word.tsx';
import { SentenceChoice, SentenceSelect } from '../../language_model/sentence_choice.tsx';
import { store } from '../../state/store.ts';
import { Value } from '../../numbers/value.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { Message, Paragraph, Prose } from '../../controls/message.tsx';
import type { Legend } from '../../words/legend.tsx';
import './rewriting.css';
import { most_rewrites } from './entry.ts';
import { of_fact, of_rewrites, Outcome } from './outcome.tsx';

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
          <Paragraph class="rewriting_text" id="rewriting.forget_text" />
          <SilencedSlider needed={needed} />
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
      more={<Forgotten answer={answer} />}
    />
  );
}

/** The answer that the user wants; undefined: the first possible one. */
const wanted = signal<number | undefined>(undefined);

function RewriteControls({ chosen }: { readonly chosen: Sentence }) {
  // The answers of the other sentences with the same language and relation, each once.
  const answers = new Set(sentences_alike(chosen).map(({ answer }) => answer));
  const possible = Array.from(answers).filter((answer) => answer !== chosen.answer);
  const word = possible.find((one) => one === wanted.value) ?? possible[0];
  const rewrites = store.fact_rewrites.value;
  const add = () => {
    if (word !== undefined)
      store.fact_rewrites.value = [...rewrites, { sentence: chosen.number, wanted: word }];
  };
  return (
    <div class="controls rewriting_controls">
      <SentenceSelect chosen={chosen} />
      <Select
        class="field facts_field"
        label={t('rewriting.wanted')}
        language={chosen.language}
        value={word}
        values={possible}
        text={word_text}
        on_choose={(one) => (wanted.value = one)}
      />
      <Button
        text={t('rewriting.rewrite')}
        disabled={rewrites.length >= most_rewrites}
        on_click={add}
      />
      <Button
        text={t('rewriting.undo')}
        disabled={rewrites.length === 0}
        on_click={() => (store.fact_rewrites.value = rewrites.slice(0, -1))}
      />
    </div>
  );
}

/** The two vectors whose outer product is added to W2. */
function Change({ answer }: { readonly answer: FactsAnswer<'rewritten'> }) {
  const { change } = answer.value;
  if (change === undefined) return null;
  return (
    <>
      {(['output', 'hidden'] as const).map((of) => {
        const { data } = change[`${of}_factor`];
        const limit = change.limits[of];
        const label = t('rewriting.factor_label', { limit: format_number(limit, 'cell') });
        return (
          <Fragment key={of}>
            <h4 class="plot_title">{t(`rewriting.${of}_factor`)}</h4>
            <HeatMap
              data={data}
              limit={limit}
              label={label}
              tokens={1}
              features={data.length}
              token={0}
              window={[0, data.length]}
            />
          </Fragment>
        );
      })}
    </>
  );
}

/** The sentences of the chosen fact with their answers before and after a change. */
const FactSentences = ({ answers }: { readonly answers: Int32Array }) => (
  <NumberTable
    caption={t('rewriting.same_fact')}
    heads={[t('rewriting.sentence'), t('rewriting.before'), t('rewriting.after')]}
    rows={same_fact.value.map(({ number, language, text, answer: before }) => ({
      head: <span lang={language}>{text} …</span>,
      cells: [
        <span lang={language}>{word_text(before)}</span>,
        <strong lang={language} class={answers[number] === before ? '' : 'facts_word_right'}>
          {word_text(answers[number])}
        </strong>,
      ],
    }))}
  />
);

const beside_answers = (answers: Int32Array) => ({
  sentence: same_fact.value.map(({ text }) => text),
  answer: same_fact.value.map(({ number }) => word_text(answers[number])),
});

function Forgotten({ answer }: { readonly answer: FactsAnswer<'forgotten'> }) {
  const { answers } = answer.value;
  const data = () => figure_of(answer, { parts: ['answers'], beside: beside_answers(answers) });
  return (
    <FigureFrame name="rewriting_forgotten" title={t('rewriting.forget_title')} data={data}>
      <FactSentences answers={answers} />
    </FigureFrame>
  );
}

function Rewritten({ answer }: { readonly answer: FactsAnswer<'rewritten'> }) {
  const { answers, change } = answer.value;
  const data = () =>
    figure_of(answer, {
      parts: change ? ['answers', 'change'] : ['answers'],
      beside: beside_answers(answers),
    });
  return (
    <FigureFrame name="rewriting_answers" title={t('rewriting.rewrite_title')} data={data}>
      <FactSentences answers={answers} />
      <Change answer={answer} />
    </FigureFrame>
  );
}

/** Class of a figure of the rewriting: before a fact is rewritten, paper has the same one above. */
const on_paper_if_changed = ({ value }: FactsAnswer<'rewritten'>) =>
  value.change ? undefined : 'on_screen';

const RewrittenAnswers = ({
  answer,
  chosen,
}: {
  readonly answer: FactsAnswer<'rewritten'>;
  readonly chosen: Sentence;
}) => (
  <div class={on_paper_if_changed(answer)}>
    <p class="plot_title">{t('rewriting.rewritten_bars')}</p>
    <NextWord name="rewriting_rewritten_next" answer={answer} sentence={chosen} />
    <div class="count_first">
      <Outcome
        name="rewriting_map"
        title={t('rewriting.rewritten_map')}
        answer={answer}
        meant={of_rewrites}
      />
    </div>
  </div>
);

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
      {chosen ? (
        <Bench
          tall_above
          choice={
            <>
              <Heading part="rewriting.rewrite" />
              <Paragraph class="rewriting_text" id="rewriting.rewrite_text" />
              <RewriteControls chosen={chosen} />
            </>
          }
          above={now && <RewrittenAnswers answer={now} chosen={chosen} />}
          control={
            now && (
              <div class={on_paper_if_changed(now)}>
                <Rewritten answer={now} />
              </div>
            )
          }
        />
      ) : (
        <Waiting />
      )}
    </FactsStep>
  );
}

export const legend: Legend = [...fact_change_legend, ...heat_map_legend];
