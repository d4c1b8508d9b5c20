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
import type { State } from '../../web/page/src/state/state.ts';
import { make_scope } from '../../web/page/src/compute/scope.ts';
import { guess_points } from '../../web/page/src/quiz/slope_guess.ts';
import { default_state, read_hash } from '../../web/page/src/state/url_state.ts';
import { registry } from '../../web/page/src/steps/recipes.ts';
import { run_program } from './run_program.ts';
import { untouched } from './untouched.ts';

vi.mock('virtual:facts/gelu', () => ({ default: packed_facts('gelu') }));

const page = new URL('../../web/page/src/', import.meta.url);
const text_of = (path: string) => program_texts(new URL(path, page).pathname);
const pasted = {
  data: Float32Array.of(1.0, 0.5, -0.3, 0.8, 0.2, -0.4, 0.6, 0.1, -1.5, 0.0, 0.9, 2.0),
  shape: [3, 4],
};
const nothing_attended = {
  ...untouched,
  slope_guess: { x: guess_points, y: [0, -0.15, 0.5, 1.1, 1.25] },
};

const states: readonly State[] = [
  { ...default_state('notebook_token'), ...nothing_attended, x: 0.5 },
  {
    ...read_hash(
      '#v=2&example=notebook_batch&token=3&block_norm=post&block_shortcuts=0&brush=-0.2~0.1&dropout=0.5&feature=2&d_model=512&edits=x.2:1.5,w1.17:-0.3,b1.5:-2,b2.1:0.25&depth=4&depth_norm=pre',
    ).state,
    ...nothing_attended,
    attended: { tensor: 'hidden.gelu', token: 3, feature: 5 },
    pinned: { tensor: 'pre_activation', token: 3, feature: 31 },
    traced_element: { tensor: 'hidden.gelu', token: 3, feature: 5 },
    window_start: { d_model: 0, d_ff: 16 },
  },
  {
    ...read_hash(
      '#v=2&example=chapter&token=1&gelu=gelu_tanh&x=0&zoom=1&block_norm=none&dropout=0&bias=0&bridge_toy=gpt2&loss=sum&depth=1',
    ).state,
    ...nothing_attended,
    slope_guess: { x: guess_points, y: [0, 0, 0, 0, 0] },
    attended: { tensor: 'output.relu', token: 1, feature: 2 },
    pinned: { tensor: 'output.relu', token: 1, feature: 2 },
    traced_element: { tensor: 'output.relu', token: 1, feature: 2 },
  },
  // The pinned unit, the traced element and the window lie outside this network.
  {
    ...read_hash('#v=2&example=pasted&token=1&dropout_placement=output').state,
    ...nothing_attended,
    pasted,
    pinned: { tensor: 'hidden.relu', token: 1, feature: 999 },
    traced_element: { tensor: 'pre_activation', token: 9, feature: 99 },
    window_start: { d_model: 32, d_ff: 64 },
  },
  // The first sentence in Vietnamese, and a chosen one, with edits.
  { ...default_state('facts'), ...nothing_attended, language: 'vi', token: 4 },
  {
    ...read_hash('#v=2&example=facts&fact=700&token=2&edits=x.70:1.5,w1.17:-0.3&dropout=0.3').state,
    ...nothing_attended,
    pinned: { tensor: 'hidden.gelu', token: 2, feature: 200 },
    window_start: { d_model: 32, d_ff: 192 },
  },
  {
    ...read_hash('#v=2&example=gpt2&gelu=gelu_tanh&token=9&dropout_passes=10&block_shortcuts=0')
      .state,
    ...nothing_attended,
  },
  {
    ...read_hash(
      '#v=2&example=pasted&token=1&x=-1000&block_norm=post&dropout_placement=output&brush=-1000~1000&threshold=0.1',
    ).state,
    ...nothing_attended,
    pasted,
    attended: { tensor: 'pre_activation', token: 2, feature: 15 },
  },
  // One token; no pre-activation is in the interval.
  {
    ...read_hash('#v=2&example=pasted&token=9999&brush=900~1000').state,
    ...nothing_attended,
    pasted: { data: pasted.data.slice(0, 4), shape: [1, 4] },
  },
];

/** Steps whose recipes have a state of their own. */
const with_own_state: readonly string[] = ['file', 'proof', ...Object.keys(registry.sessions)];

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
).flat();

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
