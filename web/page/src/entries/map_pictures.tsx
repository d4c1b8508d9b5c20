/** Pictures of maps: squares lit as far as the core's numbers say. */
import type { Lab, Tensor } from 'ffn-lab';
import type { VNode } from 'preact';
import { FactMap, type MapMark } from '../charts/fact_map.tsx';
import { corpus_of, first_token, relations } from '../language_model/corpus.ts';
import { memory as memory_of, rewritten, right } from '../language_model/recipe.ts';
import type { FactsSession } from '../language_model/session.ts';

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
  squares: Parameters<typeof FactMap>[0]['squares'],
  levels: ArrayLike<number>,
  more: { readonly limit?: number; readonly marks?: readonly (MapMark | undefined)[] } = {},
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

/** The English sentences of the facts as squares, and their numbers. */
async function english({ session }: Source) {
  const { sentences } = corpus_of(await session.corpus());
  const shown = sentences.filter(({ language }) => language === 'en');
  const subjects = relations.map((name) =>
    Array.from(new Set(shown.flatMap((one) => (one.relation === name ? [one.subject] : [])))),
  );
  const squares = shown.map(({ relation, subject, wording }) => {
    const group = relations.indexOf(relation);
    return { field: 0, group, place: subjects[group]?.indexOf(subject) ?? 0, row: wording };
  });
  return { shown, squares };
}

const lit = (answers: ArrayLike<number>, { shown }: Awaited<ReturnType<typeof english>>) =>
  shown.map(({ number, answer }) => (answers[number] === answer ? 1 : 0));

export const facts: Picture = async (source) => {
  const table = await english(source);
  const all = { activation: 'gelu', switches: [{}] } as const;
  const { answers } = await right(source as never, all);
  return map(table.squares, lit(answers, table));
};

/** The unit of the first sentence that the step of this name shows. */
const shown_unit = 26;

export const memory: Picture = async (source) => {
  const { shown, squares } = await english(source);
  const found = await memory_of(source as never, { activation: 'gelu', unit: shown_unit });
  const levels = shown.map(({ number }) => found.after[number] ?? NaN);
  return map(squares, levels, { limit: found.activations[0] ?? 0 });
};

export const rewriting: Picture = async (source) => {
  const table = await english(source);
  const [sentence, other] = [table.shown[0], table.shown[2]];
  const { answers } = await rewritten(source as never, {
    activation: 'gelu',
    rewrites: [{ sentence: sentence?.number ?? 0, wanted: other?.answer ?? 0 }],
  });
  const levels = lit(answers, table);
  const marks = levels.map((level) => (level === 0 ? ('wanted' as const) : undefined));
  return map(table.squares, levels, { marks });
};

/** Training steps after which a part of the sentences is known. */
const steps = 110;

export const learning: Picture = async (source) => {
  const table = await english(source);
  const corpus = await source.session.corpus();
  const sentences = corpus.sentences.map((row) => row.slice(first_token));
  const run = source.lab.LanguageTraining({ ...corpus.training, sentences, activation: 'gelu' });
  run.step(steps);
  const levels = lit(run.answers(), table);
  run.dispose();
  return map(table.squares, levels);
};
