/**
 * The recipes and the sessions of all steps, for the workers; loaded when the page first asks for a
 * recipe of a step.
 */
import * as forward from '../compute/forward_recipe.ts';
import type { RecipeModule, Registry, SessionModule } from '../compute/recipe.ts';

type Loader<Module> = () => Promise<Module>;

/** Returns a loader for each step, of all of its modules. */
function by_step<Module extends object>(loaders: Readonly<Record<string, Loader<Module>>>) {
  const steps = new Map<string, Loader<Module>[]>();
  for (const [path, load] of Object.entries(loaders)) {
    const step = path.split('/')[1] ?? '';
    steps.set(step, [...(steps.get(step) ?? []), load]);
  }
  return Object.fromEntries(
    Array.from(steps, ([step, loads]) => [
      step,
      async () => Object.assign({}, ...(await Promise.all(loads.map((load) => load())))) as Module,
    ]),
  );
}

export const registry: Registry = {
  recipes: {
    // The first visible numbers do not wait for another file.
    forward,
    file: () => import('../compute/file_recipe.ts'),
    explanations: () => import('../explanations/recipe.ts'),
    facts: async () => ({
      ...(await import('../language_model/recipe.ts')),
      ...(await import('../language_model/variant_recipe.ts')),
      ...(await import('../language_model/file_recipe.ts')),
    }),
    ...by_step(import.meta.glob<RecipeModule>('./*/*recipe.ts')),
  },
  sessions: {
    facts: () => import('../language_model/session.ts'),
    ...by_step(import.meta.glob<SessionModule>('./*/session.ts')),
  },
};
