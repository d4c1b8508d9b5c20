/** Script of the page's workers: each answers the same calls, with the recipes of all steps. */
import { make_page_handlers } from './numbers/compute.ts';
import { serve } from './numbers/serve.ts';
import { registry } from './steps/recipes.ts';

serve((lab) =>
  make_page_handlers(lab, registry, async (own) =>
    (await import('./facts/open.ts')).open_facts(own, 'gelu'),
  ),
);
