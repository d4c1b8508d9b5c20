/**
 * Counts the passes of the network: one trace for each activation after an edit, none while the
 * pointer moves.
 */
import { load } from 'ffn-lab';
import type { FeedForward, Lab } from 'ffn-lab';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { make_example_cache } from '../../web/page/src/compute/cached_example.ts';
import { make_handlers } from '../../web/page/src/compute/compute.ts';
import type { ComputeReply } from '../../web/page/src/compute/recipe.ts';
import type { State } from '../../web/page/src/state/state.ts';
import { default_state } from '../../web/page/src/state/url_state.ts';
import { registry } from '../../web/page/src/steps/recipes.ts';
import { untouched } from './untouched.ts';

const state: State = { ...default_state('notebook_batch'), ...untouched };
const edited: State = { ...state, edits: [{ tensor: 'x', index: 0, value: 1.5 }] };
const all = ['forward.pass', 'forward.shown_weights', 'feed_forward.products'];

describe('the recipes of the forward pass', () => {
  let lab: Lab;
  let passes: string[] = [];
  let compute: (recipes: readonly string[], state: State) => ComputeReply | Promise<ComputeReply>;

  /** Records the passes of all networks. */
  function record(prototype: FeedForward, kind: 'trace' | 'forward'): void {
    const original = prototype[kind] as (this: FeedForward, ...given: unknown[]) => unknown; // eslint-disable-line @typescript-eslint/unbound-method -- called with its network
    vi.spyOn(prototype, kind).mockImplementation(function (this: FeedForward, ...given: unknown[]) {
      passes.push(`${kind} ${this.activation}`);
      return original.apply(this, given) as never;
    });
  }

  beforeAll(async () => {
    lab = await load();
    using ffn = lab.FeedForward({ d_model: 2, d_ff: 2 });
    for (const kind of ['trace', 'forward'] as const)
      record(Object.getPrototypeOf(ffn) as FeedForward, kind);
  });
  beforeEach(() => {
    const { compute: handler } = make_handlers(lab, make_example_cache(lab), registry);
    compute = (names, of) => handler({ recipes: names, state: of });
    passes = [];
  });
  afterAll(() => {
    vi.restoreAllMocks();
    lab.dispose();
  });

  it('trace the network once for each activation after an edit', async () => {
    await compute(['feed_forward.products'], state);
    passes = [];
    expect(Object.keys(await compute(all, edited))).toEqual(all);
    expect(passes).toEqual(['trace gelu', 'trace relu']);
  });

  it('do not run the network when another element is traced', async () => {
    await compute(['feed_forward.products'], state);
    await compute(all, state);
    expect(passes).toEqual(['trace gelu', 'trace relu']);
    passes = [];
    for (const tensor of ['pre_activation', 'hidden.relu', 'output.gelu', 'output.relu'] as const) {
      const moved = { ...state, traced_element: { tensor, token: 4, feature: 1 } };
      expect(await compute(['feed_forward.products'], moved)).toMatchObject({
        'feed_forward.products': { value: { token: 4, feature: 1 } },
      });
    }
    expect(passes).toEqual([]);
  });

  it('are in the first script: their reply does not wait for the recipes of a step', async () => {
    const reply = compute(all, state);
    expect(reply).not.toBeInstanceOf(Promise);
    expect(Object.keys(reply)).toEqual(['forward.pass', 'forward.shown_weights']);
    // The page asks again for what is missing.
    expect(Object.keys(await compute(['feed_forward.products'], state))).toEqual([
      'feed_forward.products',
    ]);
  });
});
