/** Pictures of maps: squares lit as far as the core's numbers say. */
import type { Lab, Tensor } from 'ffn-lab';
import type { VNode } from 'preact';
import { FactMap, type FactMapProps } from '../charts/fact_map.tsx';
import { corpus_of, first_token } from '../language_model/corpus.ts';
import { map_size, places_of, squares_of } from '../language_model/map_squares.ts';
import { memory as memory_of, rewritten, right } from '../language_model/recipe.ts';
import type { FactsSession } from '../language_model/session.ts';
import { languages, type Language } from '../words/languages.ts';

export interface Source {
  readonly lab: Lab;
  readonly session: FactsSession;
}

export type Picture = (source: Source) => VNode | Promise<VNode>;

const none = () => undefined;

/** A grid of squares, a group for each row of a tensor. */
export const grid = ({ data, shape }: Tensor, limit: number) => {
  const columns = shape.at(-1) ?? 1;
  return map(
    Array.from(data, (_, index) => ({
      field: 0,
      group: Math.floor(index / columns),
      place: index % columns,
      row: 0,
    })),
    Array.from(data, Math.abs),
    { limit },
  );
};

function map(
  squares: FactMapProps['squares'],
  levels: ArrayLike<number>,
  more: Partial<Pick<FactMapProps, 'limit' | 'marks' | 'size'>> = {},
) {
  return (
    <FactMap
      size={{ width: 184, height: 96, names: 0 }}
      squares={squares}
      heads={[]}
      groups={[]}
      levels={levels}
      {...more}
      label="map"
      described_by=""
      on_attend={none}
      on_choose={none}
    />
  );
}

/** The sentences of languages as squares, a field for each. */
async function table_of({ session }: Source, shown: readonly Language[] = ['en']) {
  const { sentences } = corpus_of(await session.corpus());
  const { numbers, squares } = squares_of(sentences, places_of(sentences), shown);
  return { shown: numbers.flatMap((number) => sentences[number] ?? []), squares };
}

const lit = (answers: ArrayLike<number>, { shown }: Awaited<ReturnType<typeof table_of>>) =>
  shown.map(({ number, answer }) => (answers[number] === answer ? 1 : 0));

export const facts: Picture = async (source) => {
  const table = await table_of(source);
  const all = { activation: 'gelu', switches: [{}] } as const;
  const { answers } = await right(source as never, all);
  return map(table.squares, lit(answers, table));
};

/** The unit of the first sentence that the step of this name shows. */
const shown_unit = 26;

export const memory: Picture = async (source) => {
  const { shown, squares } = await table_of(source);
  const found = await memory_of(source as never, { activation: 'gelu', unit: shown_unit });
  const levels = shown.map(({ number }) => found.after[number] ?? NaN);
  return map(squares, levels, { limit: found.activations[0] ?? 0 });
};

export const rewriting: Picture = async (source) => {
  const table = await table_of(source);
  const [sentence, other] = [table.shown[0], table.shown[2]];
  const { answers } = await rewritten(source as never, {
    activation: 'gelu',
    prompt: sentence?.prompt ?? [],
    rewrites: [{ sentence: sentence?.number ?? 0, wanted: other?.answer ?? 0 }],
  });
  const levels = lit(answers, table);
  const marks = levels.map((level) => (level === 0 ? ('wanted' as const) : undefined));
  return map(table.squares, levels, { marks });
};

/** Training steps after which a part of the sentences is known. */
const steps = 110;

export const learning: Picture = async (source) => {
  const table = await table_of(source);
  const corpus = await source.session.corpus();
  const sentences = corpus.sentences.map((row) => row.slice(first_token));
  const run = source.lab.LanguageTraining({ ...corpus.training, sentences, activation: 'gelu' });
  run.step(steps);
  const levels = lit(run.answers(), table);
  return map(table.squares, levels);
};

/** Widths of the map in the start page's first screen: of a wide window, and of a phone. */
const widths = { together: 758, alone: 326 };

const first_map =
  (shown: readonly Language[], width: number): Picture =>
  async (source) => {
    const table = await table_of(source, shown);
    const { answers } = await right(source as never, { activation: 'gelu', switches: [{}] });
    return map(table.squares, lit(answers, table), { size: map_size(width) });
  };

/** The map of the first screen before the core has started: all languages, and each alone. */
export const first_maps: Readonly<Record<string, Picture>> = {
  first_map: first_map(languages, widths.together),
  ...Object.fromEntries(
    languages.map((code) => [`first_map_${code}`, first_map([code], widths.alone)] as const),
  ),
};
