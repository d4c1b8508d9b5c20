/**
 * What the card of a number shows, with the texts of the recipes of all steps; those of a step are
 * loaded when its first program is asked for.
 */
import examples from '../compute/examples.ts?program';
import traced from '../compute/traced.ts?program';
import { comment, explanation, sentence_about } from '../explanations/explanation.tsx';
import { quantity_of } from '../explanations/quantities.ts';
import * as narrow_facts from '../language_model/narrow.ts';
import type { Answer } from '../numbers/answers.ts';
import {
  program_of,
  type CommentPlace,
  type Narrow,
  type ProgramTexts,
  type Texts,
} from '../numbers/program.ts';
import { add_messages } from '../words/i18n.ts';

const texts: Readonly<Record<string, () => Promise<Texts>>> = {
  './forward/recipe.ts': async () => (await import('../compute/forward_recipe.ts?program')).default,
  './explanations/recipe.ts': async () =>
    (await import('../explanations/recipe.ts?program')).default,
  './facts/recipe.ts': async () => (await import('../language_model/recipe.ts?program')).default,
  './facts/variant_recipe.ts': async () =>
    (await import('../language_model/variant_recipe.ts?program')).default,
  ...import.meta.glob<Texts>('./*/*recipe.ts', { query: '?program', import: 'default' }),
};

const narrows: Readonly<Record<string, { readonly narrow: Narrow }>> = {
  './facts/narrow.ts': narrow_facts,
  ...import.meta.glob<{ readonly narrow: Narrow }>('./*/narrow.ts', { eager: true }),
};

/** Returns what the card of a number shows: its explanation and its programs. */
export async function explain(answer: Answer, path: string) {
  await add_messages('explanations');
  const quantity = quantity_of(answer, path);
  const comments = (above: CommentPlace) =>
    above === 'recipe' ? sentence_about(answer, quantity) : comment(above);
  return explanation(answer, quantity, await make_program(answer, path, comments));
}

/** Returns the program that prints the number at a path of an answer. */
async function make_program(
  answer: Answer,
  path: string,
  comments: ProgramTexts['comments'],
): Promise<string> {
  const [step = ''] = answer.recipe.split('.');
  const of_step = Object.entries(texts).filter(([file]) => file.startsWith(`./${step}/`));
  const recipes = await Promise.all(of_step.map(([, load]) => load()));
  return program_of(answer, path, {
    recipes: Object.assign({}, ...recipes) as Texts,
    narrow: narrows[`./${step}/narrow.ts`]?.narrow,
    examples,
    traced: traced['traced'] ?? '',
    comments,
  });
}
