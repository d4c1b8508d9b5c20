/** The map of all sentences, lit where the model as it is switched now ends them rightly. */
import { computed } from '@preact/signals';
import { Fragment } from 'preact';
import { Message } from '../controls/message.tsx';
import { figure_of } from '../export/figure_data.ts';
import { Value } from '../numbers/value.tsx';
import { format_count, t } from '../words/i18n.ts';
import { autonyms, languages, type Language } from '../words/languages.ts';
import { corpus, word_text, type FactsAnswer } from './answers.ts';
import { right } from './chosen.ts';
import { relations, type Sentence } from './corpus.ts';
import { MapOfFacts, Said } from './fact_map.tsx';

/** Returns 1 for each sentence that an answer ends rightly, 0 for the others. */
export const lit_by = (answers: ArrayLike<number> | undefined): readonly number[] =>
  (corpus.value?.sentences ?? []).map(({ number, answer }) =>
    answers?.[number] === answer ? 1 : 0,
  );

const levels = computed(() => lit_by(right.shown.value?.value.answers));

/** The columns of the map's numbers: the sentences, their right words, and those of the model. */
export const columns_of = (answers: ArrayLike<number>) => {
  const sentences = corpus.value?.sentences ?? [];
  return {
    sentence: sentences.map(({ text }) => text),
    right: sentences.map(({ answer }) => word_text(answer)),
    answer: Array.from(answers, word_text),
  };
};

/** Counts by language and relation, for those who do not see the squares. */
function Description({ answer }: { readonly answer: FactsAnswer<'right'> }) {
  const part = (code: Language) => {
    const of_relation = relations.flatMap((name) => {
      const count = answer.value[code].relations[name];
      return count ? [`${t(`map.relation_${name}`)} ${count_text(count)}`] : [];
    });
    return `${autonyms[code]}: ${of_relation.join(', ')}`;
  };
  const { all } = answer.value;
  return (
    <>
      {t('map.description', {
        right: format_count(all.right),
        of: format_count(all.of),
        parts: languages.map(part).join('; '),
      })}
    </>
  );
}

const count_text = ({ right: lit, of }: { readonly right: number; readonly of: number }) =>
  t('map.of_language', { right: format_count(lit), of: format_count(of) });

/** The count below the map. */
export function RightCount({ answer }: { readonly answer: FactsAnswer<'right'> | undefined }) {
  const count = (field: 'right' | 'of') => (
    <Value of={answer} path={`all.${field}`} style="count" />
  );
  return (
    <p class="fact_map_count" role="status">
      <Message id="map.count" values={{ right: count('right'), of: count('of') }} />
    </p>
  );
}

export function RightMap({ name }: { readonly name: string }) {
  const answer = right.shown.value;
  const said = (of: Sentence) =>
    answer ? <Said of={of} word={answer.value.answers[of.number]} /> : <Fragment />;
  const data = () =>
    figure_of(answer, {
      parts: answer ? ['answers'] : [],
      beside: answer ? columns_of(answer.value.answers) : {},
    });
  return (
    <MapOfFacts
      name={name}
      title={t('map.title')}
      data={data}
      levels={levels.value}
      of_language={(code) => (answer ? count_text(answer.value[code]) : '')}
      about={said}
      description={answer && <Description answer={answer} />}
      label={t('map.label')}
    >
      <RightCount answer={answer} />
      <p class="fact_map_hint">{t('map.hint')}</p>
    </MapOfFacts>
  );
}
