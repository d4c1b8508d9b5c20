/** Shows all sentences, and those of the chosen fact, after a change of the model. */
import { NumberTable } from '../../controls/number_table.tsx';
import { all_sentences, word_text } from '../../language_model/answers.ts';
import { AnswersMap } from '../../language_model/answers_map.tsx';
import { same_fact, sentences_alike } from '../../language_model/chosen.ts';
import { say_same_fact, type Sentence } from '../../language_model/corpus.ts';
import type { Answer } from '../../numbers/answers.ts';
import { Value } from '../../numbers/value.tsx';
import { store } from '../../state/store.ts';
import { format_number, t } from '../../words/i18n.ts';

/** Whether a sentence says a fact that is meant to change. */
type Meant = (sentence: Sentence) => boolean;

export const of_fact =
  (fact: Sentence): Meant =>
  (one) =>
    say_same_fact(fact, one);

export const of_rewrites: Meant = (one) =>
  store.fact_rewrites.value.some(({ sentence: rewritten_one }) => {
    const fact = all_sentences()[rewritten_one];
    return fact !== undefined && of_fact(fact)(one);
  });

/**
 * The map of all sentences after a change: those of the fact that is meant to change, and others
 * that have lost their right word.
 */
export function Outcome({
  name,
  title,
  answer,
  meant,
}: {
  readonly name: string;
  readonly title: string;
  readonly answer: Answer<{ right: number; of: number; answers: Int32Array }>;
  readonly meant: Meant;
}) {
  const { answers } = answer.value;
  const marks = all_sentences().map((one) =>
    answers[one.number] === one.answer
      ? undefined
      : meant(one)
        ? ('wanted' as const)
        : ('lost' as const),
  );
  const lost = all_sentences().filter(({ number }) => marks[number] === 'lost');
  const lost_texts = lost.map(({ number, text }) => `${text} ${word_text(answers[number])}`);
  const count = (path: 'right' | 'of') => <Value of={answer} path={path} style="count" />;
  return (
    <AnswersMap
      name={name}
      title={title}
      of={answer}
      part="answers"
      answers={answers}
      counts={{ right: count('right'), of: count('of') }}
      marks={marks}
      description={lost_texts.join('; ')}
    >
      <p class="fact_map_hint">
        {marks.every((mark) => mark === undefined)
          ? t('rewriting.unchanged')
          : lost.length === 0
            ? t('rewriting.none_lost')
            : t('rewriting.lost', { count: format_number(lost.length, 'count') })}
      </p>
    </AnswersMap>
  );
}

/** The answers of the other sentences with the same language and relation, each once. */
export const other_answers = (one: Sentence): readonly number[] =>
  Array.from(new Set(sentences_alike(one).map(({ answer }) => answer))).filter(
    (answer) => answer !== one.answer,
  );

/** The sentences of the chosen fact with their answers before and after a change. */
export const FactSentences = ({ answers }: { readonly answers: Int32Array }) => (
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

export const beside_answers = (answers: Int32Array) => ({
  sentence: same_fact.value.map(({ text }) => text),
  answer: same_fact.value.map(({ number }) => word_text(answers[number])),
});
