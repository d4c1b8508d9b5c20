/**
 * Texts of the recipes of all steps, for the programs that the page shows; this file is loaded when
 * the first program is asked for.
 */
import examples from '../numbers/examples.ts?program';
import forward from '../numbers/forward_recipe.ts?program';
import traced from '../numbers/traced.ts?program';
import type { Answer } from '../numbers/answers.ts';
import { program_of, type Texts } from '../numbers/program.ts';

// Eager: this module is loaded with the first program, and one file for all steps is smaller than
// the requests for many.
const texts = import.meta.glob<Texts>('./*/recipe.ts', {
  query: '?program',
  import: 'default',
  eager: true,
});

/** Returns the program that prints the number at a path of an answer. */
export function make_program(answer: Answer, path: string): string {
  const [step = ''] = answer.recipe.split('.');
  const recipes = step === 'forward' ? forward : (texts[`./${step}/recipe.ts`] ?? {});
  return program_of(answer, path, { recipes, examples, traced: traced['traced'] ?? '' });
}
