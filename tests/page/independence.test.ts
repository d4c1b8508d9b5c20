import { load } from 'ffn-lab';
import { expect, it } from 'vitest';
import { make_example_cache } from '../../web/page/src/compute/cached_example.ts';
import type { Given } from '../../web/page/src/compute/recipe.ts';
import type { State } from '../../web/page/src/state/state.ts';
import { default_state } from '../../web/page/src/state/url_state.ts';
import { comparison, ten_tokens } from '../../web/page/src/steps/independence/recipe.ts';
import { untouched } from './untouched.ts';

const compare = async (recipe: typeof comparison, state: State) => {
  const lab = await load();
  const { attention, feed_forward, ...rest } = recipe(
    { lab, example: make_example_cache(lab)(state) } as Given,
    state,
  );
  const changed = (rows: typeof attention) =>
    rows.flatMap(({ differing }, token) => (differing > 0 ? [token] : []));
  return { ...rest, attention: changed(attention), feed_forward: changed(feed_forward) };
};

const state = { ...default_state('notebook_batch'), ...untouched };

it.each([
  [0, [0, 1, 2, 3, 4]],
  [3, [3, 4]],
  [4, [4]],
  [7, [7, 8, 9]],
])(
  'a replaced token %i of 2 × 5 changes its row of attention and the later ones of its sequence',
  async (token, later) => {
    expect(await compare(comparison, { ...state, token })).toMatchObject({
      token,
      attention: later,
      feed_forward: [token],
    });
  },
);

it('an example with one token is compared with nothing, so that ten others are compared', async () => {
  const single = { ...state, ...default_state('notebook_token'), token: 3 };
  expect(await compare(comparison, single)).toMatchObject({
    token: 0,
    shape: [1, 8],
    feed_forward: [0],
  });
  expect(await compare(ten_tokens, single)).toMatchObject({
    token: 3,
    shape: [2, 5, 8],
    feed_forward: [3],
    attention: [3, 4],
  });
});
