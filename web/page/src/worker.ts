/**
 * Script of the page's workers: brings together the calls that each service of a worker answers.
 */
import { make_page_handlers } from './numbers/compute.ts';
import { serve } from './numbers/serve.ts';
import { registry } from './steps/recipes.ts';

// Only `page` is part of this script, as it computes the first visible numbers; the others are
// files of their own.
serve({
  page: () =>
    Promise.resolve((lab) =>
      make_page_handlers(lab, registry, async (own) =>
        (await import('./facts/open.ts')).open_facts(own, 'gelu'),
      ),
    ),
  proof: async () => (await import('./steps/proof/service.ts')).make_handlers,
  speed: async () => (await import('./steps/speed/service.ts')).make_handlers,
});
