/** Script of the page's workers: each answers the same calls, with the recipes of all steps. */
import { load_lab } from '#edition/load_lab.ts';
import { make_page_handlers } from './compute/compute.ts';
import { serve } from './compute/serve.ts';
import { registry } from './steps/recipes.ts';

// A worker of one step fetches its recipes while the core is loaded; the call that needs them
// reports what fails.
for (const modules of [registry.recipes, registry.sessions]) {
  const load = modules[self.name];
  if (typeof load === 'function') load().catch(() => undefined);
}

serve(load_lab, (lab) =>
  make_page_handlers(lab, registry, async (own) =>
    (await import('./language_model/open.ts')).open_facts(own, 'gelu'),
  ),
);
