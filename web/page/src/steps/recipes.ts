/** The recipes of all steps, for the worker; loaded when the page first asks for one of a step. */
import type { AllRecipes } from '../numbers/compute.ts';
import * as forward from '../numbers/forward_recipe.ts';
import type { RecipeModule } from '../numbers/recipe.ts';

type Loaders = Readonly<Record<string, () => Promise<RecipeModule>>>;

const by_step = (loaders: Loaders): Loaders =>
  Object.fromEntries(
    Object.entries(loaders).map(([path, load]) => [path.split('/')[1] ?? '', load]),
  );

export const recipes: AllRecipes = {
  // The first visible numbers do not wait for another file.
  fast: { forward, ...by_step(import.meta.glob<RecipeModule>('./*/recipe.ts')) },
  slow: by_step(import.meta.glob<RecipeModule>('./*/slow_recipe.ts')),
};
