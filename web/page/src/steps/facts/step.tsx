/** What the network is for: a language model that has learnt facts, the next word of a sentence, and what is lost without its parts. */
import { useEffect, useId } from 'preact/hooks';
import { ProbabilityBars } from '../../charts/probability_bars.tsx';
import { Choice } from '../../controls/choice.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { TwoColumns } from '../../controls/two_columns.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { corpus, facts_worker, start_facts } from '../../facts/answers.ts';
import type { FactsAnswer } from '../../facts/answers.ts';
import { choose_sentence, next, right, sentence } from '../../facts/chosen.ts';
import { relations } from '../../facts/corpus.ts';
import type { Sentence } from '../../facts/corpus.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { WorkerNotice } from '../../numbers/core_notice.tsx';
import { store } from '../../numbers/store.ts';
import { fact_activations } from '../../numbers/url_state.ts';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { autonyms, languages } from '../../words/languages.ts';
import type { Language } from '../../words/languages.ts';
import { Message, Paragraph } from '../../words/message.tsx';
import { next_data, right_data } from './data.ts';
import './facts.css';

const all_sentences = () => corpus.value?.sentences ?? [];

/** Chooses the same fact in another language, or if the table does not have it, the first of the same relation. */
function choose_language(language: Language, { relation, subject, wording }: Sentence): void {
  const there = all_sentences().filter((one) => one.language === language && one.relation === relation);
  choose_sentence(there.find((one) => one.subject === subject && one.wording === wording) ?? there[0]);
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly language?: string;
  readonly on_choose: (value: string) => void;
}

function Select({ label, value, options, language, on_choose }: SelectProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} class="select" lang={language} value={value} onChange={(event) => on_choose(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}

function SentenceChoice({ chosen }: { readonly chosen: Sentence }) {
  const of_language = all_sentences().filter(({ language }) => language === chosen.language);
  const of_relation = of_language.filter(({ relation }) => relation === chosen.relation);
  const present = relations.filter((name) => of_language.some(({ relation }) => relation === name));
  return (
    <div class="controls">
      <Choice
        legend={t('facts.language')}
        values={languages}
        label={(code) => autonyms[code]}
        value={chosen.language}
        on_choose={(code) => choose_language(code, chosen)}
      />
      <Select
        label={t('facts.relation')}
        value={chosen.relation}
        options={present.map((name) => ({ value: name, text: t(`facts.relation_${name}`) }))}
        on_choose={(name) => choose_sentence(of_language.find(({ relation }) => relation === name))}
      />
      <Select
        label={t('facts.beginning')}
        language={chosen.language}
        value={String(chosen.number)}
        options={of_relation.map(({ number, text }) => ({ value: String(number), text: `${text} …` }))}
        on_choose={(number) => choose_sentence(all_sentences()[Number(number)])}
      />
    </div>
  );
}

const on_or_off = (on: boolean) => t(on ? 'facts.on' : 'facts.off');

function Switches() {
  return (
    <div class="controls facts_switches">
      <Choice legend={t('facts.attention')} values={[true, false]} label={on_or_off} of={store.fact_attention} />
      <Choice legend={t('facts.network')} values={[true, false]} label={on_or_off} of={store.fact_network} />
      <Choice
        legend={t('facts.activation')}
        values={fact_activations}
        label={(name) => (name === 'gelu' ? 'GELU' : 'ReLU')}
        of={store.fact_activation}
      />
    </div>
  );
}

function NextWord({ answer, chosen }: { readonly answer: FactsAnswer<'next'>; readonly chosen: Sentence }) {
  const { words, probabilities } = answer.value;
  const text_of = (word: number | undefined) => corpus.value?.vocabulary[word ?? -1] ?? '';
  const bars = words.map((word, place) => ({
    word: text_of(word),
    probability: probabilities[place] ?? 0,
    number: <Value of={answer} path={`probabilities.${place}`} style="percent" />,
    mark: word === chosen.answer ? t('facts.is_right') : undefined,
  }));
  return (
    <FigureFrame name="facts_next" title={t('facts.next')} data={() => next_data(answer, words.map(text_of))}>
      <p class="facts_sentence" lang={chosen.language}>
        {chosen.text} <strong class={words[0] === chosen.answer ? 'facts_word_right' : 'facts_word'}>{text_of(words[0])}</strong>
      </p>
      <ProbabilityBars label={t('facts.next')} language={chosen.language} bars={bars} />
    </FigureFrame>
  );
}

/** Rows of the table of right answers. */
const counted = ['all', ...languages] as const;

function RightAnswers({ answer }: { readonly answer: FactsAnswer<'right'> | undefined }) {
  const value = (row: (typeof counted)[number], field: 'right' | 'of') => <Value of={answer} path={`${row}.${field}`} style="count" />;
  return (
    <FigureFrame name="facts_right" title={t('facts.right')} data={() => answer && right_data(answer, counted)}>
      <p class="facts_count" role="status">
        <Message id="facts.count" values={{ right: value('all', 'right'), of: value('all', 'of') }} />
      </p>
      <NumberTable
        caption={t('facts.right')}
        heads={[undefined, t('facts.right_head'), t('facts.of_head')]}
        rows={languages.map((code) => ({ head: autonyms[code], cells: [value(code, 'right'), value(code, 'of')] }))}
      />
    </FigureFrame>
  );
}

export function Panel() {
  useEffect(start_facts, []);
  const chosen = sentence.value;
  const answer = next.shown.value;
  return (
    <div class="facts" aria-busy={chosen === undefined || next.pending.value || right.pending.value}>
      <TwoColumns
        figure="facts_figure"
        prose={
          <>
            <Paragraph id="facts.lead" />
            <Paragraph id="facts.model_text" />
            <Paragraph class="try" id="facts.try" />
          </>
        }
      >
        <WorkerNotice state={facts_worker.state} again={facts_worker.restart} />
        <CallErrorNotice error={next.error.value ?? right.error.value} />
        {chosen && <SentenceChoice chosen={chosen} />}
        <Switches />
        {chosen && answer ? <NextWord answer={answer} chosen={chosen} /> : <div class="waiting_cells" aria-hidden="true" />}
        <RightAnswers answer={right.shown.value} />
      </TwoColumns>
      <Paragraph class="prose conclusion" id="facts.conclusion" />
      <Paragraph class="prose hint" id="facts.toy_text" />
    </div>
  );
}
