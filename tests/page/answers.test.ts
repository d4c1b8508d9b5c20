import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { answers_of as make_answers } from '../../web/page/src/numbers/answers.ts';
import type { asked_answer as ask_for } from '../../web/page/src/numbers/asked.ts';
import type { Given } from '../../web/page/src/compute/recipe.ts';
import type { State } from '../../web/page/src/state/state.ts';
import type { store as the_store } from '../../web/page/src/state/store.ts';

interface Request {
  /** `compute` has this. */
  readonly recipes?: readonly string[];
  /** `ask` has this. */
  readonly recipe?: string;
  readonly state: State;
}

const { make_fake_core } = await vi.hoisted(() => import('./fake_core.ts'));
const { pending, connection } = make_fake_core<Request>(() => store);
const { CoreError: FakeCoreError, CoreUnavailable: FakeCoreUnavailable } = connection;

vi.mock('../../web/page/src/compute/connection.ts', () => connection);

type FastModule = { readonly one: () => { n: number }; readonly two: () => { n: number } };
type Long = (given: Given, state: State) => Promise<{ n: number }>;

let answers_of: typeof make_answers;
let asked_answer: typeof ask_for;
let store: typeof the_store;

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const computed = (n: number, ...reads: (keyof State)[]) => ({ value: { n }, reads });
const reply = async (value: unknown) => {
  pending.shift()?.resolve(value);
  await settle();
};
const requests = () =>
  pending.map(({ request: { recipes, recipe, state } }) => [...(recipes ?? [recipe]), state.token]);

beforeEach(async () => {
  vi.resetModules();
  ({ answers_of } = await import('../../web/page/src/numbers/answers.ts'));
  ({ asked_answer } = await import('../../web/page/src/numbers/asked.ts'));
  ({ store } = await import('../../web/page/src/state/store.ts'));
  store.zoom.value = true;
  pending.length = 0;
});

describe('answers', () => {
  it('are not computed without subscribers, nor before the core is ready', async () => {
    store.zoom.value = false;
    const { one } = answers_of<FastModule>('step');
    store.token.value = 1;
    await settle();
    expect(pending).toHaveLength(0);
    one.subscribe(() => undefined);
    await settle();
    expect(pending).toHaveLength(0);
    expect(one.pending.value).toBe(true);
    store.zoom.value = true;
    expect(requests()).toEqual([['step.one', 1]]);
    await reply({ 'step.one': computed(10, 'token') });
    expect(one.value.answer).toMatchObject({
      recipe: 'step.one',
      value: { n: 10 },
      reads: ['token'],
      state: { token: 1 },
    });
    expect(one.pending.value).toBe(false);
  });

  it('of one change are computed by one call, each only if it has read what has changed', async () => {
    const { one, two } = answers_of<FastModule>('step');
    one.subscribe(() => undefined);
    two.subscribe(() => undefined);
    await settle();
    await reply({ 'step.one': computed(10, 'token'), 'step.two': computed(20, 'feature') });
    // The second recipe has subscribed after the first call was sent.
    await reply({ 'step.two': computed(20, 'feature') });
    store.token.value = 1;
    expect(requests()).toEqual([['step.one', 1]]);
    expect([one.pending.value, two.pending.value]).toEqual([true, false]);
    await reply({ 'step.one': computed(11, 'token') });
    store.threshold.value = 0.1;
    expect(pending).toHaveLength(0);
    const seen: unknown[] = [];
    one.subscribe(() => seen.push([one.peek().answer?.value.n, two.peek().answer?.value.n]));
    store.feature.value = 3;
    await reply({ 'step.two': computed(21, 'feature', 'token') });
    store.token.value = 2;
    expect(requests()).toEqual([['step.one', 'step.two', 2]]);
    await reply({
      'step.one': computed(12, 'token'),
      'step.two': computed(22, 'feature', 'token'),
    });
    // Both are shown at once.
    expect(seen).toEqual([
      [11, 20],
      [12, 22],
    ]);
  });

  it('have one call in progress, then only the newest state is sent, and outdated answers are shown', async () => {
    const { one } = answers_of<FastModule>('step');
    one.subscribe(() => undefined);
    await settle();
    await reply({ 'step.one': computed(0, 'token') });
    for (const token of [1, 2, 3]) store.token.value = token;
    expect(requests()).toEqual([['step.one', 1]]);
    await reply({ 'step.one': computed(1, 'token') });
    expect(one.value.answer?.value.n).toBe(1);
    expect(one.pending.value).toBe(true);
    expect(requests()).toEqual([['step.one', 3]]);
    await reply({ 'step.one': computed(3, 'token') });
    expect(one.value.answer?.value.n).toBe(3);
    expect(one.pending.value).toBe(false);
  });

  it('are not computed any more after the last subscriber has left', async () => {
    const { one } = answers_of<FastModule>('step');
    const leave = one.subscribe(() => undefined);
    await settle();
    await reply({ 'step.one': computed(0, 'token') });
    leave();
    await settle();
    store.token.value = 1;
    expect(pending).toHaveLength(0);
    one.subscribe(() => undefined);
    await settle();
    expect(requests()).toEqual([['step.one', 1]]);
  });

  it('stay beside an error, and recover', async () => {
    const { one } = answers_of<FastModule>('step');
    one.subscribe(() => undefined);
    await settle();
    await reply({ 'step.one': computed(0, 'token') });
    store.token.value = 1;
    await reply({
      'step.one': {
        error: { code: 'invalid_argument', message: 'x is refused' },
        reads: ['token'],
      },
    });
    expect(one.value).toMatchObject({
      answer: { value: { n: 0 } },
      error: { message: 'x is refused' },
    });
    expect(one.pending.value).toBe(false);
    store.token.value = 2;
    await reply({ 'step.one': computed(2, 'token') });
    expect(one.value).toMatchObject({ answer: { value: { n: 2 } }, error: undefined });
  });

  it('have an error when the whole call fails', async () => {
    const { one } = answers_of<FastModule>('step');
    one.subscribe(() => undefined);
    await settle();
    pending.shift()?.reject(new Error('no clone'));
    await settle();
    expect(one.value.error).toEqual({ code: 'internal', message: 'Error: no clone' });
    expect(one.pending.value).toBe(false);
    expect(pending).toHaveLength(0);
    store.token.value = 2;
    expect(requests()).toEqual([['step.one', 2]]);
  });

  it('are computed again by a restarted core', async () => {
    const { one } = answers_of<FastModule>('step');
    one.subscribe(() => undefined);
    await settle();
    const lost = pending.shift();
    store.zoom.value = false;
    lost?.reject(new FakeCoreUnavailable());
    await settle();
    expect(one.value).toEqual({ answer: undefined, error: undefined });
    store.zoom.value = true;
    expect(requests()).toEqual([['step.one', 0]]);
  });
});

describe('an asked answer', () => {
  const subscribed = async () => {
    const long = asked_answer<Long>('step.long');
    const leave = long.subscribe(() => undefined);
    await settle();
    return { long, leave };
  };

  it('reports its progress', async () => {
    const { long } = await subscribed();
    pending[0]?.progress({ done: 40, reads: ['token'] });
    expect(long.progress.value?.done).toBe(40);
    expect(long.pending.value).toBe(true);
    await reply(computed(1, 'token'));
    expect(long.value.answer?.value.n).toBe(1);
    expect(long.progress.value).toBeUndefined();
    expect(long.pending.value).toBe(false);
  });

  it('is shown although it is outdated if it is short, and computed again', async () => {
    const { long } = await subscribed();
    store.token.value = 1;
    await reply(computed(1, 'token'));
    expect(long.value.answer?.value.n).toBe(1);
    expect(long.pending.value).toBe(true);
    expect(requests()).toEqual([['step.long', 1]]);
  });

  it('is cancelled if it is long and has read what changes, and only then', async () => {
    const { long } = await subscribed();
    pending[0]?.progress({ done: 40, reads: ['token'] });
    store.feature.value = 1;
    await settle();
    expect(pending).toHaveLength(1);
    store.token.value = 1;
    await settle();
    expect(requests()).toEqual([
      ['step.long', 0],
      ['step.long', 1],
    ]);
    expect(long.progress.value).toBeUndefined();
    expect(long.value.error).toBeUndefined();
    pending.shift();
    await reply(computed(5, 'token'));
    expect(long.value.answer?.value.n).toBe(5);
  });

  it('can be stopped with the answer before, and computed after all', async () => {
    const { long } = await subscribed();
    await reply(computed(1, 'token'));
    store.token.value = 1;
    pending.shift()?.progress({ done: 40, reads: ['token'] });
    long.stop();
    await settle();
    expect(long.value).toMatchObject({ answer: { value: { n: 1 } }, stopped: true });
    expect(long.pending.value).toBe(false);
    expect(pending).toHaveLength(0);
    long.again();
    expect(long.value.stopped).toBeUndefined();
    expect(requests()).toEqual([['step.long', 1]]);
    await reply(computed(2, 'token'));
    expect(long.value.answer?.value.n).toBe(2);
  });

  it('is cancelled when its last subscriber leaves', async () => {
    const { long, leave } = await subscribed();
    leave();
    await settle();
    pending.shift();
    store.token.value = 7;
    expect(pending).toHaveLength(0);
    long.subscribe(() => undefined);
    await settle();
    expect(requests()).toEqual([['step.long', 7]]);
  });

  it('has the error of the core', async () => {
    const { long } = await subscribed();
    pending.shift()?.reject(new FakeCoreError('p is refused'));
    await settle();
    expect(long.value.error).toEqual({ code: 'invalid_argument', message: 'p is refused' });
    expect(long.pending.value).toBe(false);
    expect(pending).toHaveLength(0);
  });
});
