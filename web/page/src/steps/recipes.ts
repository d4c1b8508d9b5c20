/**
 * The recipes and the sessions of all steps, for the workers; loaded when the page first asks for a
 * recipe of a step.
 */
import * as forward from '../numbers/forward_recipe.ts';
import type { RecipeModule, Registry, SessionModule } from '../numbers/recipe.ts';

type Loaders<Module> = Readonly<Record<string, () => Promise<Module>>>;

const by_step = <Module>(loaders: Loaders<Module>): Loaders<Module> =>
  Object.fromEntries(
    Object.entries(loaders).map(([path, load]) => [path.split('/')[1] ?? '', load]),
  );

export const registry: Registry = {
  recipes: {
    // The first visible numbers do not wait for another file.
    forward,
    file: () => import('../numbers/file_recipe.ts'),
    ...by_step(import.meta.glob<RecipeModule>('./*/recipe.ts')),
  },
  sessions: by_step(import.meta.glob<SessionModule>('./*/session.ts')),
};
