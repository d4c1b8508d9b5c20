/**
 * Each recipe of the page, run as the worker runs it, and its program, run as a user of the package
 * runs it, give the same bits.
 */
import { load } from 'ffn-lab';
import type { Lab } from 'ffn-lab';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { packed_facts } from '../../web/page/plugins/facts_archive.ts';
import { program_texts } from '../../web/page/plugins/program_text.ts';
import { open_facts } from '../../web/page/src/language_model/open.ts';
import { make_example_cache } from '../../web/page/src/compute/cached_example.ts';
import { make_handlers } from '../../web/page/src/compute/compute.ts';
import { program_of } from '../../web/page/src/numbers/program.ts';
import type { ProgramTexts } from '../../web/page/src/numbers/program.ts';
import { make_scope } from '../../web/page/src/compute/scope.ts';
import * as random_pairs from '../../web/page/src/steps/cost/pairs_recipe.ts';
import { default_state } from '../../web/page/src/state/url_state.ts';
import { registry } from '../../web/page/src/steps/recipes.ts';
import { run_program } from './run_program.ts';
import { states } from './page_states.ts';
import { untouched } from './untouched.ts';

vi.mock('virtual:facts/gelu', () => ({ default: packed_facts('gelu') }));

const page = new URL('../../web/page/src/', import.meta.url);
const text_of = (path: string) => program_texts(new URL(path, page).pathname);
/** Steps whose recipes have a state of their own. */
const with_own_state: readonly string[] = [
  'explanations',
  'file',
  'proof',
  ...Object.keys(registry.sessions),
];

/** Recipes of a step that have a state of their own beside those of the page's. */
const own_recipes = Object.keys(random_pairs).map((name) => `cost.${name}`);

/** The recipes of the page's state. */
const recipes = (
  await Promise.all(
    Object.entries(registry.recipes)
      .filter(([step]) => !with_own_state.includes(step))
      .map(async ([step, module]) =>
        Object.entries(typeof module === 'function' ? await module() : module).map(
          ([name, work]) => ({ recipe: `${step}.${name}`, waits: work.constructor !== Function }),
        ),
      ),
  )
)
  .flat()
  .filter(({ recipe }) => !own_recipes.includes(recipe));

const context = { signal: new AbortController().signal, progress: () => undefined };

describe.each(recipes)('the recipe $recipe', ({ recipe, waits }) => {
  const [step = ''] = recipe.split('.');
  let lab: Lab;
  let texts: ProgramTexts;
  beforeAll(async () => {
    lab = await load();
    const [of_step, examples, traced] = await Promise.all([
      text_of(step === 'forward' ? 'compute/forward_recipe.ts' : `steps/${step}/recipe.ts`),
      text_of('compute/examples.ts'),
      text_of('compute/traced.ts'),
    ]);
    texts = { recipes: of_step, examples, traced: traced['traced'] ?? '' };
  });
  afterAll(() => lab.dispose());

  it.each(states)('and its program agree: $example', async (state) => {
    const { compute, ask } = make_handlers(
      lab,
      make_example_cache(lab, (own) => open_facts(own, 'gelu')),
      registry,
    );
    const outcome = await ask({ recipe, state }, context);
    // It gives the same numbers beside others, unless it waits.
    if (!waits) expect(await compute({ recipes: [recipe], state })).toEqual({ [recipe]: outcome });
    const { value, reads } = outcome;
    const program = program_of({ recipe, value, state, reads }, 'x', texts);
    expect(await run_program(program, lab, 'answer')).toEqual(value);
  });
});

it('a tensor has the same numbers in the step of the pass and in the last one', async () => {
  const lab = await load();
  const { ask } = make_handlers(
    lab,
    make_example_cache(lab, (own) => open_facts(own, 'gelu')),
    registry,
  );
  for (const gelu of ['gelu', 'gelu_tanh'] as const) {
    for (const [example, small] of [
      ['notebook_batch', 'toy'],
      ['facts', 'trained'],
    ] as const) {
      const state = { ...default_state(example), ...untouched, gelu };
      const summaries_of = async (recipe: string) =>
        ((await ask({ recipe, state }, context)).value as { summaries: object }).summaries;
      const [pass, bridge] = [
        await summaries_of('forward.pass'),
        await summaries_of(`bridge.${small}`),
      ];
      const deviation = (of: object, name: string) =>
        (of as Record<string, { standard_deviation: number }>)[name]?.standard_deviation;
      for (const [name, other] of [
        ['x', 'x'],
        ['pre_activation', 'pre_activation'],
        ['hidden', 'hidden_gelu'],
        ['output', 'output_gelu'],
      ] as const)
        expect(deviation(bridge, name)).toBe(deviation(pass, other));
    }
  }
  lab.dispose();
});

it('a scope disposes of what was made with it, but not of what was released', async () => {
  const lab = await load();
  const scope = make_scope(lab);
  const [disposed, released] = [scope.lab.RandomState(1), scope.lab.RandomState(2)];
  scope.release(released);
  scope.dispose();
  expect(() => disposed.randn([1])).toThrow('disposed');
  expect(released.randn([1]).shape).toEqual([1]);
  lab.dispose();
});

it('the model of the facts is opened once, before the first state that names it', async () => {
  const lab = await load();
  const open = vi.fn((own: Lab) => open_facts(own, 'gelu'));
  const { compute } = make_handlers(lab, make_example_cache(lab, open), registry);
  const pass_of = (example: 'chapter' | 'facts') =>
    compute({ recipes: ['forward.pass'], state: { ...default_state(example), ...untouched } });
  expect(pass_of('chapter')).not.toBeInstanceOf(Promise);
  expect(open).not.toHaveBeenCalled();
  await Promise.all([pass_of('facts'), pass_of('facts')]);
  expect(pass_of('facts')).toMatchObject({
    'forward.pass': { value: { d_ff: 256, words: ['the', 'capital', 'of', 'France', 'is'] } },
  });
  expect(open).toHaveBeenCalledOnce();
  lab.dispose();
});
