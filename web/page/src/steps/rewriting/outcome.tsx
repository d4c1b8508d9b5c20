/** Shows all sentences after a change of the model. */
import { useMemo } from 'preact/hooks';
import { Message } from '../../controls/message.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { corpus, word_text } from '../../language_model/answers.ts';
import type { Sentence } from '../../language_model/corpus.ts';
import { MapOfFacts, Said } from '../../language_model/fact_map.tsx';
import { columns_of, lit_by } from '../../language_model/right_map.tsx';
import type { Answer } from '../../numbers/answers.ts';
import { Value } from '../../numbers/value.tsx';
import { store } from '../../state/store.ts';
import { format_number, t } from '../../words/i18n.ts';

const all_sentences = () => corpus.value?.sentences ?? [];

/** Whether a sentence says a fact that is meant to change. */
type Meant = (sentence: Sentence) => boolean;

export const of_fact =
  ({ relation, subject }: Sentence): Meant =>
  (one) =>
    one.relation === relation && one.subject === subject;

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
  const lit = useMemo(() => lit_by(answers), [answers]);
  const marks = all_sentences().map((one, number) =>
    lit[number] === 1 ? undefined : meant(one) ? ('wanted' as const) : ('lost' as const),
  );
  const lost = all_sentences().filter(({ number }) => marks[number] === 'lost');
  const lost_texts = lost.map(({ number, text }) => `${text} ${word_text(answers[number])}`);
  const count = (path: 'right' | 'of') => <Value of={answer} path={path} style="count" />;
  return (
    <MapOfFacts
      name={name}
      title={title}
      data={() => figure_of(answer, { parts: ['answers'], beside: columns_of(answers) })}
      levels={lit}
      marks={marks}
      about={(one) => <Said of={one} word={answers[one.number]} />}
      description={lost_texts.join('; ')}
      label={t('map.label')}
    >
      <p class="fact_map_count" role="status">
        <Message id="map.count" values={{ right: count('right'), of: count('of') }} />
      </p>
      <p class="fact_map_hint">
        {lost.length === 0
          ? t('rewriting.none_lost')
          : t('rewriting.lost', { count: format_number(lost.length, 'count') })}
      </p>
    </MapOfFacts>
  );
}
