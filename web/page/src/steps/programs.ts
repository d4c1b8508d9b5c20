/**
 * Texts of the recipes of all steps, for the programs that the page shows; this file is loaded when
 * the first program is asked for.
 */
import facts from '../language_model/recipe.ts?program';
import * as narrow_facts from '../language_model/narrow.ts';
import examples from '../compute/examples.ts?program';
import forward from '../compute/forward_recipe.ts?program';
import traced from '../compute/traced.ts?program';
import type { Answer } from '../numbers/answers.ts';
import { program_of, type Narrow, type Texts } from '../numbers/program.ts';

/** Joins the modules of each step. */
function by_step<Of extends object>(modules: Readonly<Record<string, Of>>) {
  const steps: Record<string, Of> = {};
  for (const [path, module] of Object.entries(modules)) {
    const step = path.split('/')[1] ?? '';
    steps[step] = { ...steps[step], ...module };
  }
  return steps;
}

// Eager: this module is loaded with the first program, and one file for all steps is smaller than
// the requests for many.
const recipes: Readonly<Record<string, Texts>> = {
  forward,
  facts,
  ...by_step(
    import.meta.glob<Texts>('./*/*recipe.ts', {
      query: '?program',
      import: 'default',
      eager: true,
    }),
  ),
};
const narrows: Readonly<Record<string, { readonly narrow: Narrow }>> = {
  facts: narrow_facts,
  ...by_step(import.meta.glob<{ readonly narrow: Narrow }>('./*/narrow.ts', { eager: true })),
};

/** Returns the program that prints the number at a path of an answer. */
export function make_program(answer: Answer, path: string): string {
  const [step = ''] = answer.recipe.split('.');
  return program_of(answer, path, {
    recipes: recipes[step] ?? {},
    narrow: narrows[step]?.narrow,
    examples,
    traced: traced['traced'] ?? '',
  });
}
