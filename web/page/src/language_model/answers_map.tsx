/** A map of all sentences, lit where the model's answers to them are right. */
import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { Message } from '../controls/message.tsx';
import { figure_of } from '../export/figure_data.ts';
import type { Answer } from '../numbers/answers.ts';
import { all_sentences, word_text } from './answers.ts';
import { MapOfFacts, Said, type MapOfFactsProps } from './fact_map.tsx';

/** Returns 1 for each sentence that the answers end rightly, 0 for the others. */
export const lit_by = (answers: ArrayLike<number> | undefined): readonly number[] =>
  all_sentences().map(({ number, answer }) => (answers?.[number] === answer ? 1 : 0));

/** The columns of the map's numbers: the sentences, their right words, and those of the model. */
const columns_of = (answers: ArrayLike<number>) => ({
  sentence: all_sentences().map(({ text }) => text),
  right: all_sentences().map(({ answer }) => word_text(answer)),
  answer: Array.from(answers, word_text),
});

interface AnswersMapProps extends Pick<
  MapOfFactsProps,
  'name' | 'title' | 'marks' | 'of_language' | 'description' | 'unchosen'
> {
  /** The answer of a recipe that has the model's answers, and their path in it. */
  readonly of: Answer | undefined;
  readonly part: string;
  /** The model's answers by the numbers of the sentences. */
  readonly answers: ArrayLike<number> | undefined;
  /** Numbers of right answers and of all. */
  readonly counts: Readonly<Record<'right' | 'of', VNode>>;
  readonly children?: ComponentChildren;
}

export function AnswersMap({ of, part, answers, counts, children, ...shown }: AnswersMapProps) {
  const sentences = all_sentences();
  const lit = useMemo(() => lit_by(answers), [answers, sentences]);
  return (
    <MapOfFacts
      {...shown}
      data={() => answers && figure_of(of, { parts: [part], beside: columns_of(answers) })}
      levels={lit}
      about={(one) =>
        answers && (
          <Said
            of={one}
            word={answers[one.number]}
            meant={shown.marks?.[one.number] === 'wanted'}
          />
        )
      }
    >
      <p class="fact_map_count" role="status">
        <Message id="map.count" values={counts} />
      </p>
      {children}
    </MapOfFacts>
  );
}
