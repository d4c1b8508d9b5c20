/**
 * The recipes of the backward pass share the gradients, and compute them again only when the loss
 * or the network changes.
 */
import { load } from 'ffn-lab';
import type { FeedForward } from 'ffn-lab';
import { expect, it, vi } from 'vitest';
import { make_example_cache } from '../../web/page/src/compute/cached_example.ts';
import { make_handlers } from '../../web/page/src/compute/compute.ts';
import type { ComputeReply } from '../../web/page/src/compute/recipe.ts';
import type { State } from '../../web/page/src/state/state.ts';
import { default_state } from '../../web/page/src/state/url_state.ts';
import { registry } from '../../web/page/src/steps/recipes.ts';
import { untouched } from './untouched.ts';

const start: State = { ...default_state('notebook_batch'), ...untouched };
const pinned = { tensor: 'pre_activation', token: 0, feature: 7 } as const;
const names = ['gradients', 'weight_gradients', 'unit_path', 'blocked'].map(
  (name) => `backward.${name}`,
);

interface Path {
  readonly unit: number;
  readonly relu: { readonly slope: Float32Array; readonly zeros: number };
}

const path_of = (reply: ComputeReply) =>
  (reply['backward.unit_path'] as unknown as { readonly value: Path }).value;

it('one backward pass for each activation serves all recipes, windows and units; an edit needs another', async () => {
  const lab = await load();
  const example_for = make_example_cache(lab);
  const backward = vi.spyOn(
    Object.getPrototypeOf(example_for(start).ffn) as FeedForward,
    'backward',
  );
  const { compute } = make_handlers(lab, example_for, registry);
  const passes = async (state: State) => {
    backward.mockClear();
    const path = path_of(await compute({ recipes: names, state }));
    return { passes: backward.mock.calls.length, path };
  };
  expect((await passes(start)).passes).toBe(2);
  const chosen = await passes({ ...start, pinned, window_start: { d_model: 0, d_ff: 16 } });
  expect(chosen.passes).toBe(0);
  expect(chosen.path).toMatchObject({ unit: 7, relu: { zeros: 0 } });
  expect((await passes({ ...start, pinned, loss: 'sum' })).passes).toBe(2);
  const blocked = await passes({
    ...start,
    pinned,
    loss: 'sum',
    edits: [{ tensor: 'b1', index: 7, value: -2 }],
  });
  expect(blocked.passes).toBe(2);
  expect(Array.from(blocked.path.relu.slope)).toEqual(Array.from({ length: 10 }, () => 0));
  expect(blocked.path.relu.zeros).toBe(8);
  lab.dispose();
});

it('the gradient check is left out for a network that is too large', async () => {
  const lab = await load();
  const { ask } = make_handlers(lab, make_example_cache(lab), registry);
  const context = { signal: new AbortController().signal, progress: () => undefined };
  const check = async (state: State) =>
    (await ask({ recipe: 'backward.checks', state }, context)).value;
  expect(await check({ ...start, ...default_state('gpt2') })).toEqual({
    d_model: 768,
    d_ff: 3072,
    checks: undefined,
  });
  expect(await check(start)).toMatchObject({
    d_model: 8,
    checks: { gelu: [{ name: 'x' }, {}, {}, {}, {}], relu: [{}, {}, {}, {}, {}] },
  });
  lab.dispose();
});
