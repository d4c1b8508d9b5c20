/**
 * The map of all sentences: a square for each, at the same place in each language, and the text of
 * the one under the pointer.
 */
import { computed, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import { FactMap, type MapMark } from '../charts/fact_map.tsx';
import { use_width } from '../charts/use_width.ts';
import { Choice } from '../controls/choice.tsx';
import { FigureFrame } from '../export/figure_frame.tsx';
import type { FigureData } from '../export/figure_data.ts';
import { current_language, t } from '../words/i18n.ts';
import { autonyms, languages, type Language } from '../words/languages.ts';
import { all_sentences, word_text } from './answers.ts';
import { choose_sentence, others_of_fact, sentence } from './chosen.ts';
import { relations, type Sentence } from './corpus.ts';
import { map_size, narrow, places_of, squares_of } from './map_squares.ts';

/** The language of the maps where one is shown at a time; by default that of the sentence. */
const alone = signal<Language | undefined>(undefined);

/** The number of the sentence under the pointer or the cursor of the keys. */
const attended = signal<number | undefined>(undefined);

const places = computed(() => places_of(all_sentences()));
const squares_in = (shown: readonly Language[]) =>
  computed(() => squares_of(all_sentences(), places.value, shown));

const squares_alone = {
  en: squares_in(['en']),
  fr: squares_in(['fr']),
  vi: squares_in(['vi']),
} satisfies Record<Language, unknown>;
const squares_together = squares_in(languages);

const chosen_sentence = (unchosen = false): Sentence | undefined =>
  unchosen ? undefined : sentence.value;

/** The sentence that a map is about: the one under the pointer, or else the chosen one. */
const attended_sentence = (unchosen: boolean | undefined) =>
  all_sentences()[attended.value ?? -1] ?? chosen_sentence(unchosen);

export interface MapOfFactsProps {
  readonly name: string;
  readonly title: string;
  readonly data: () => FigureData | undefined;
  /** How strongly each sentence is lit, by its number, from 0 to `limit`, by default 1. */
  readonly levels: ArrayLike<number>;
  readonly limit?: number;
  readonly marks?: readonly (MapMark | undefined)[];
  /** Text after the head of each language. */
  readonly of_language?: (code: Language) => string;
  /** Returns the text about a sentence. */
  readonly about: (sentence: Sentence) => ComponentChildren;
  /** Whether no sentence is chosen, because the user has typed something else. */
  readonly unchosen?: boolean;
  /** Text alternative. */
  readonly description: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** The squares as a drawing; their numbers are those of the sentences on the whole map. */
function Drawing({
  width,
  shown,
  id,
  levels,
  limit,
  marks,
  of_language,
  unchosen,
}: MapOfFactsProps & {
  readonly width: number;
  readonly shown: readonly Language[];
  readonly id: string;
}) {
  const { numbers, squares } =
    shown.length === 1 ? squares_alone[shown[0] ?? 'en'].value : squares_together.value;
  const lit = useMemo(() => numbers.map((number) => levels[number] ?? 0), [numbers, levels]);
  const square_of = (number: number | undefined) => {
    const found = numbers.indexOf(number ?? -1);
    return found < 0 ? undefined : found;
  };
  const at = attended_sentence(unchosen);
  const related = at ? others_of_fact(at) : [];
  const sentence_at = (square: number | undefined) => all_sentences()[numbers[square ?? -1] ?? -1];
  return (
    <FactMap
      size={map_size(width)}
      squares={squares}
      heads={shown.map((code) => {
        const names = shown.length === 1 ? [] : [autonyms[code]];
        return [...names, of_language?.(code) ?? []].flat().join(' · ');
      })}
      groups={relations.map((name) => t(`map.relation_${name}`))}
      levels={lit}
      {...(limit !== undefined && { limit })}
      {...(marks && { marks: numbers.map((number) => marks[number]) })}
      chosen={square_of(chosen_sentence(unchosen)?.number)}
      attended={square_of(attended.value)}
      related={related.flatMap(({ number }) => square_of(number) ?? [])}
      label={t('map.label')}
      described_by={id}
      on_attend={(square) => (attended.value = sentence_at(square)?.number)}
      on_choose={(square) => choose_sentence(sentence_at(square))}
    />
  );
}

/** One language at a time where there is no room for all. */
function LanguageChoice({
  value,
  on_choose,
}: {
  value: Language;
  on_choose: (code: Language) => void;
}) {
  return (
    <Choice
      legend={t('map.language')}
      quiet
      values={languages}
      label={(code) => autonyms[code]}
      value={value}
      on_choose={on_choose}
    />
  );
}

export function MapOfFacts(props: MapOfFactsProps) {
  const { name, title, data, description, about, unchosen, children } = props;
  const id = useId();
  const { ref, width } = use_width<HTMLDivElement>(0);
  const at = attended_sentence(unchosen);
  const is_narrow = width < narrow;
  const one = alone.value ?? sentence.value?.language ?? current_language();
  return (
    <FigureFrame name={name} title={title} data={data} description={description} drawing>
      <div class="fact_map_panel">
        <div ref={ref}>
          {width > 0 && (
            <>
              {is_narrow && (
                <LanguageChoice value={one} on_choose={(code) => (alone.value = code)} />
              )}
              <Drawing {...props} width={width} shown={is_narrow ? [one] : languages} id={id} />
            </>
          )}
        </div>
        <div class="fact_map_below">
          <p class="fact_map_said" id={id} role="status" lang={at?.language}>
            {at && about(at)}
          </p>
          {children}
        </div>
      </div>
    </FigureFrame>
  );
}

interface SaidProps {
  readonly of: Sentence;
  readonly word: number | undefined;
  /** Whether the answer was meant to change. */
  readonly meant: boolean;
}

/** Shows the word that a model says after a sentence, and the right one if it is another. */
export function Said({ of, word, meant }: SaidProps) {
  const right = word === of.answer;
  const sign = right ? '✓ ' : meant ? '→ ' : '✗ ';
  const kind = right ? 'right' : meant ? 'meant' : 'wrong';
  const repeats = word === of.prompt.at(-1);
  return (
    <>
      <span class="fact_map_sentence">{of.text}</span>{' '}
      <strong class={`fact_map_${kind}`}>
        {sign}
        {word_text(word)}
      </strong>
      {!right && (
        <span class="fact_map_expected">
          {' '}
          {t(meant ? 'map.before' : repeats ? 'map.repeats' : 'map.expected', {
            word: word_text(of.answer),
          })}
        </span>
      )}
    </>
  );
}
