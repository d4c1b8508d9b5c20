/** Removing a fact by silencing hidden units, and rewriting it by a rank-one change of W2. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { HeatMap } from '../../charts/heat_map.tsx';
import { Heading } from '../../controls/heading.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { Slider } from '../../controls/slider.tsx';
import { figure_at, text_column } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { start_facts, word_text, type FactsAnswer } from '../../facts/answers.ts';
import { same_fact, sentence } from '../../facts/chosen.ts';
import type { Sentence } from '../../facts/corpus.ts';
import { FactsStep, Waiting } from '../../facts/facts_step.tsx';
import { NextWord } from '../../facts/next_word.tsx';
import { Select, SentenceChoice } from '../../facts/sentence_choice.tsx';
import { store } from '../../numbers/store.ts';
import { most_rewrites } from '../../numbers/url_state.ts';
import { Value } from '../../numbers/value.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../words/message.tsx';
import { forgotten, lost_sentences, possible_answers, rewritten } from './answers.ts';
import './rewriting.css';

/** Sentences of lost facts that are listed. */
const listed = 6;

function LostSentences({ answers }: { readonly answers: Int32Array }) {
  const lost = lost_sentences(answers);
  if (lost.length === 0) return <p class="hint">{t('rewriting.none_lost')}</p>;
  return (
    <>
      <p class="hint">{t('rewriting.lost', { count: format_number(lost.length, 'count') })}</p>
      <ul class="rewriting_lost">
        {lost.slice(0, listed).map(({ number, language, text }) => (
          <li key={number} lang={language}>
            {text} {word_text(answers[number])}
          </li>
        ))}
      </ul>
    </>
  );
}

function Forget({ answer, chosen }: { readonly answer: FactsAnswer<'forgotten'>; readonly chosen: Sentence }) {
  const { needed, gone, answers } = answer.value;
  const silenced = Math.min(store.fact_silenced.value, needed);
  return (
    <div>
      <Heading part="rewriting.forget" />
      <div class="field rewriting_slider">
        <Slider
          label={t('rewriting.silenced')}
          value={silenced}
          smallest={0}
          largest={needed}
          on_value={(count) => (store.fact_silenced.value = count)}
          shown={t('rewriting.silenced_of', { count: format_number(silenced, 'count'), needed: format_number(needed, 'count') })}
        />
      </div>
      {!gone && (
        <p class="hint">
          <Message id="rewriting.stays" values={{ count: <Value of={answer} path="needed" style="count" /> }} />
        </p>
      )}
      <NextWord name="rewriting_next" answer={answer} sentence={chosen} />
      <p class="facts_count" role="status">
        <Message
          id="rewriting.right"
          values={{ right: <Value of={answer} path="right" style="count" />, of: <Value of={answer} path="of" style="count" /> }}
        />
      </p>
      <LostSentences answers={answers} />
    </div>
  );
}

/** The answer that the user wants; undefined: the first possible one. */
const wanted = signal<number | undefined>(undefined);

function RewriteControls({ chosen }: { readonly chosen: Sentence }) {
  const possible = possible_answers.value;
  const word = possible.find((one) => one === wanted.value) ?? possible[0];
  const rewrites = store.fact_rewrites.value;
  const add = () => {
    if (word !== undefined) store.fact_rewrites.value = [...rewrites, { sentence: chosen.number, wanted: word }];
  };
  return (
    <div class="controls rewriting_controls">
      <Select
        label={t('rewriting.wanted')}
        language={chosen.language}
        value={String(word)}
        options={possible.map((one) => ({ value: String(one), text: word_text(one) }))}
        on_choose={(one) => (wanted.value = Number(one))}
      />
      <button type="button" class="button" disabled={rewrites.length >= most_rewrites} onClick={add}>
        {t('rewriting.rewrite')}
      </button>
      <button
        type="button"
        class="button"
        disabled={rewrites.length === 0}
        onClick={() => (store.fact_rewrites.value = rewrites.slice(0, -1))}
      >
        {t('rewriting.undo')}
      </button>
    </div>
  );
}

/** The sentences of the chosen fact with their answers now. */
function Answers({ answer }: { readonly answer: FactsAnswer<'rewritten'> }) {
  const { answers } = answer.value;
  return (
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
}

/** The two vectors whose outer product is added to W2. */
function Change({ answer }: { readonly answer: FactsAnswer<'rewritten'> }) {
  const { change } = answer.value;
  if (change === undefined) return null;
  const strip = (of: 'output' | 'hidden') => {
    const { data } = change[`${of}_factor`];
    const limit = change.limits[of];
    return (
      <>
        <h4 class="plot_title">{t(`rewriting.${of}_factor`)}</h4>
        <HeatMap
          data={data}
          tokens={1}
          features={data.length}
          limit={limit}
          token={0}
          window={[0, data.length]}
          label={t('rewriting.factor_label', { limit: format_number(limit, 'cell') })}
        />
      </>
    );
  };
  return (
    <>
      {strip('output')}
      {strip('hidden')}
      <p class="hint">
        <Message id="rewriting.probability" values={{ probability: <Value of={answer} path="change.probability" style="percent" /> }} />
      </p>
    </>
  );
}

function answers_data(answer: FactsAnswer<'rewritten'>) {
  const shown = same_fact.value;
  const { answers, change } = answer.value;
  const sentences = shown.map(({ text }) => text);
  const words = shown.map(({ number }) => word_text(answers[number]));
  return figure_at(answer, {
    rows: shown.length,
    columns: [text_column('sentence', sentences), text_column('answer', words)],
    others: change ? ['change.output_factor', 'change.hidden_factor'] : [],
  });
}

function Rewrite({ answer, chosen }: { readonly answer: FactsAnswer<'rewritten'> | undefined; readonly chosen: Sentence }) {
  const data = () => answer && answers_data(answer);
  return (
    <div>
      <Heading part="rewriting.rewrite" />
      <RewriteControls chosen={chosen} />
      {answer && (
        <FigureFrame name="rewriting_answers" title={t('rewriting.rewrite_title')} data={data}>
          <Answers answer={answer} />
          <p class="facts_count" role="status">
            <Message
              id="rewriting.right"
              values={{ right: <Value of={answer} path="right" style="count" />, of: <Value of={answer} path="of" style="count" /> }}
            />
          </p>
          <LostSentences answers={answer.value.answers} />
          <Change answer={answer} />
        </FigureFrame>
      )}
    </div>
  );
}

export function Panel() {
  useEffect(start_facts, []);
  const chosen = sentence.value;
  const gone = forgotten.shown.value;
  return (
    <FactsStep
      busy={chosen === undefined || forgotten.pending.value || rewritten.pending.value}
      error={forgotten.error.value ?? rewritten.error.value}
      prose={
        <>
          <Paragraph id="rewriting.lead" />
          <Paragraph id="rewriting.forget_text" />
          <Paragraph id="rewriting.rewrite_text" />
          <Paragraph class="try" id="rewriting.try" />
        </>
      }
    >
      {chosen && <SentenceChoice chosen={chosen} />}
      {chosen && gone ? <Forget answer={gone} chosen={chosen} /> : <Waiting />}
      {chosen ? <Rewrite answer={rewritten.shown.value} chosen={chosen} /> : <Waiting />}
    </FactsStep>
  );
}
