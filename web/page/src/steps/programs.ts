/** Texts of the recipes of all steps, for the programs that the page shows; loaded when the first program is asked for. */
import examples from '../numbers/examples.ts?program';
import traced from '../numbers/traced.ts?program';
import type { Answer } from '../numbers/answers.ts';
import { program_of } from '../numbers/program.ts';
import type { Texts } from '../numbers/program.ts';

const texts = import.meta.glob<Texts>('./*/{recipe,slow_recipe}.ts', { query: '?program', import: 'default' });

/** Returns the program that prints the number at a path of an answer. */
export async function load_program(answer: Answer, path: string): Promise<string> {
  const [step = ''] = answer.recipe.split('.');
  const loaders = ['recipe', 'slow_recipe'].flatMap((file) => texts[`./${step}/${file}.ts`] ?? []);
  const recipes = Object.assign({}, ...(await Promise.all(loaders.map((load) => load())))) as Texts;
  return program_of(answer, path, { recipes, examples, traced: traced['traced'] ?? '' });
}
