/** The map of all sentences, lit where the model as it is switched now ends them rightly. */
import { Message } from '../controls/message.tsx';
import { Value } from '../numbers/value.tsx';
import { format_count, t } from '../words/i18n.ts';
import { autonyms, languages, type Language } from '../words/languages.ts';
import type { FactsAnswer } from './answers.ts';
import { AnswersMap } from './answers_map.tsx';
import { right } from './chosen.ts';
import { relations } from './corpus.ts';
import type { MapOfFactsProps } from './fact_map.tsx';

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

type RightMapProps = Pick<MapOfFactsProps, 'name' | 'unchosen'>;

export function RightMap({ name, unchosen = false }: RightMapProps) {
  const answer = right.shown.value;
  const count = (field: 'right' | 'of') => (
    <Value of={answer} path={`all.${field}`} style="count" />
  );
  return (
    <AnswersMap
      name={name}
      unchosen={unchosen}
      title={t('map.title')}
      of={answer}
      part="answers"
      answers={answer?.value.answers}
      counts={{ right: count('right'), of: count('of') }}
      of_language={(code) => (answer ? count_text(answer.value[code]) : '')}
      description={answer && <Description answer={answer} />}
    >
      <p class="fact_map_hint">
        <Message id="map.hint" />
      </p>
    </AnswersMap>
  );
}
