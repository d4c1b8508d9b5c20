/** The sentences as squares of the map of facts. */
import type { MapSize, MapSquare } from '../charts/fact_map_layout.ts';
import type { Language } from '../words/languages.ts';
import { relations, type Sentence } from './corpus.ts';

/** Below this width in pixels one language is shown at a time. */
export const narrow = 440;

export const map_size = (width: number): MapSize => ({
  width,
  height: width < narrow ? 300 : width < 640 ? 330 : 412,
  names: width < 640 ? 72 : 84,
});

/**
 * Returns the place of each sentence's subject: countries have the same place in each relation, and
 * all subjects the same in each language.
 */
export function places_of(sentences: readonly Sentence[]): readonly number[] {
  const kinds: Set<number>[] = [];
  for (const name of relations) {
    const subjects = sentences.flatMap(({ relation, subject }) =>
      relation === name ? [subject] : [],
    );
    const kind = kinds.find((one) => subjects.some((subject) => one.has(subject)));
    if (kind) for (const subject of subjects) kind.add(subject);
    else kinds.push(new Set(subjects));
  }
  const order = kinds.map((kind) => Array.from(kind).toSorted((a, b) => a - b));
  return sentences.map(({ subject }) =>
    Math.max(...order.map((subjects) => subjects.indexOf(subject))),
  );
}

/** Returns the squares of the shown languages, a field for each, and the numbers of their sentences. */
export function squares_of(
  sentences: readonly Sentence[],
  places: readonly number[],
  shown: readonly Language[],
) {
  const numbers: number[] = [];
  const squares: MapSquare[] = [];
  for (const { number, language, relation, wording } of sentences) {
    const field = shown.indexOf(language);
    if (field < 0) continue;
    numbers.push(number);
    const group = relations.indexOf(relation);
    squares.push({ field, group, place: places[number] ?? 0, row: wording });
  }
  return { numbers, squares };
}
