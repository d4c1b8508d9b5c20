import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../web/page/src/numbers/connection.ts';
import type { resource_of as make_resource } from '../../web/page/src/numbers/resource.ts';
import type { store as the_store } from '../../web/page/src/numbers/store.ts';

const { connection: fake_connection, make_fake_core } = await vi.hoisted(() => import('./fake_core.ts'));
const { CoreError: FakeCoreError, CoreUnavailable: FakeCoreUnavailable } = fake_connection;
const { pending, client } = make_fake_core<{ readonly low: number }>(() => store);

vi.mock('../../web/page/src/numbers/connection.ts', () => fake_connection);
vi.mock('../../web/page/src/numbers/client.ts', () => client);

interface Calls {
  readonly gap: { request: { readonly low: number }; reply: { readonly value: number } };
}

let resource_of: typeof make_resource;
let connection: Pick<Connection<Calls>, 'state' | 'call'>;
let store: typeof the_store;

const create_unsubscribed = () =>
  resource_of<Calls, 'gap'>(connection, 'gap', () => (store.cursor_x.value > 100 ? undefined : { low: store.cursor_x.value }));
const create_subscribed = async () => {
  const resource = create_unsubscribed();
  resource.subscribe(() => undefined);
  await settle();
  return resource;
};
/** Waits until replies are shown: the page publishes them in a task that it posts to itself. */
const settle = async () => {
  const { port1, port2 } = new MessageChannel();
  for (let tick = 0; tick < 2; tick++) {
    await new Promise((resolve) => {
      port2.onmessage = resolve;
      port1.postMessage(undefined);
    });
    await new Promise((resolve) => setTimeout(resolve));
  }
  port1.close();
};
const reply = async (value: number) => {
  pending.shift()?.resolve({ value, derivative: 0 });
  await settle();
};

beforeEach(async () => {
  // Each test imports the modules again, because the tests leave subscribers.
  vi.resetModules();
  ({ resource_of } = await import('../../web/page/src/numbers/resource.ts'));
  const { call, core_state } = await import('../../web/page/src/numbers/client.ts');
  connection = { state: core_state, call };
  ({ store } = await import('../../web/page/src/numbers/store.ts'));
  store.cursor_x.value = 200;
  store.zoom.value = false;
  pending.length = 0;
});

describe('a resource', () => {
  it('waits for the core, then has a reply with its request', async () => {
    const gap = await create_subscribed();
    store.cursor_x.value = 1;
    expect(pending).toHaveLength(0);
    expect(gap.value).toMatchObject({ current: undefined });
    expect(gap.pending.value).toBe(true);
    store.zoom.value = true;
    expect(pending.map(({ request }) => request.low)).toEqual([1]);
    await reply(10);
    expect(gap.value).toMatchObject({ current: { request: { low: 1 }, reply: { value: 10 } } });
    expect(gap.pending.value).toBe(false);
  });

  it('has one call in progress, then sends only the newest request, and shows outdated replies', async () => {
    const gap = await create_subscribed();
    store.zoom.value = true;
    store.cursor_x.value = 1;
    await reply(10);
    for (const x of [2, 3, 4]) store.cursor_x.value = x;
    expect(pending.map(({ request }) => request.low)).toEqual([2]);
    await reply(20);
    expect(gap.value).toMatchObject({ current: { request: { low: 2 }, reply: { value: 20 } } });
    expect(gap.pending.value).toBe(true);
    expect(pending.map(({ request }) => request.low)).toEqual([4]);
    await reply(40);
    expect(gap.value).toMatchObject({ current: { request: { low: 4 }, reply: { value: 40 } } });
    expect(gap.pending.value).toBe(false);
    expect(pending).toHaveLength(0);
  });

  it('calls nothing without subscribers', async () => {
    store.zoom.value = true;
    store.cursor_x.value = 1;
    const gap = create_unsubscribed();
    await settle();
    expect(pending).toHaveLength(0);
    gap.subscribe(() => undefined);
    await settle();
    expect(pending.map(({ request }) => request.low)).toEqual([1]);
  });

  it('stops with its last subscriber, drops the pending call, and starts again with the next', async () => {
    store.zoom.value = true;
    store.cursor_x.value = 1;
    const gap = create_unsubscribed();
    const [first, second] = [gap.subscribe(() => undefined), gap.subscribe(() => undefined)];
    await settle();
    await reply(10);
    first();
    store.cursor_x.value = 2;
    expect(pending.map(({ request }) => request.low)).toEqual([2]);
    second();
    await settle();
    store.cursor_x.value = 3;
    await reply(20);
    expect(pending).toHaveLength(0);
    expect(gap.value).toMatchObject({ current: { reply: { value: 10 } }, error: undefined });
    expect(gap.value.stopped).toBeUndefined();
    gap.subscribe(() => undefined);
    await settle();
    expect(pending.map(({ request }) => request.low)).toEqual([3]);
    await reply(30);
    expect(gap.value).toMatchObject({ current: { request: { low: 3 }, reply: { value: 30 } } });
    expect(gap.pending.value).toBe(false);
  });

  it('goes on when one subscriber replaces another', async () => {
    store.zoom.value = true;
    store.cursor_x.value = 1;
    const gap = create_unsubscribed();
    const leave = gap.subscribe(() => undefined);
    await settle();
    leave();
    gap.subscribe(() => undefined);
    await settle();
    expect(pending.map(({ request }) => request.low)).toEqual([1]);
    await reply(10);
    expect(gap.value).toMatchObject({ current: { reply: { value: 10 } } });
  });

  it('has the last reply beside an error of the core, and recovers', async () => {
    const gap = await create_subscribed();
    store.zoom.value = true;
    store.cursor_x.value = 1;
    await reply(10);
    store.cursor_x.value = 2;
    pending.shift()?.reject(new FakeCoreError('x is refused'));
    await settle();
    expect(gap.value).toMatchObject({ current: { reply: { value: 10 } }, error: { message: 'x is refused' } });
    expect(gap.pending.value).toBe(false);
    store.cursor_x.value = 3;
    await reply(30);
    expect(gap.value).toMatchObject({ current: { reply: { value: 30 } }, error: undefined });
  });

  it('calls again after the core has restarted', async () => {
    const gap = await create_subscribed();
    store.zoom.value = true;
    store.cursor_x.value = 1;
    const lost = pending.shift();
    store.zoom.value = false;
    lost?.reject(new FakeCoreUnavailable());
    await settle();
    expect(pending).toHaveLength(0);
    store.zoom.value = true;
    await reply(10);
    expect(gap.value).toMatchObject({ current: { reply: { value: 10 } }, error: undefined });
    expect(gap.pending.value).toBe(false);
  });

  it('has an error when a request cannot be sent', async () => {
    const gap = await create_subscribed();
    store.zoom.value = true;
    store.cursor_x.value = 1;
    pending.shift()?.reject(new DOMException('no clone', 'DataCloneError'));
    await settle();
    expect(gap.value).toMatchObject({ error: { code: 'internal', message: 'DataCloneError: no clone' } });
    expect(gap.pending.value).toBe(false);
  });

  it('calls nothing without a request, and retains its reply', async () => {
    const gap = await create_subscribed();
    store.zoom.value = true;
    store.cursor_x.value = 1;
    await reply(10);
    store.cursor_x.value = 200;
    await settle();
    expect(pending).toHaveLength(0);
    expect(gap.value).toMatchObject({ current: { reply: { value: 10 } } });
    expect(gap.pending.value).toBe(false);
  });

  it('reports the progress of a long call until the reply', async () => {
    const gap = await create_subscribed();
    store.zoom.value = true;
    store.cursor_x.value = 1;
    pending[0]?.progress(40);
    expect(gap.value).toMatchObject({ current: undefined });
    expect(gap.progress.value).toBe(40);
    expect(gap.pending.value).toBe(true);
    await reply(10);
    expect(gap.value.current?.reply).toEqual({ value: 10, derivative: 0 });
    expect(gap.progress.value).toBeUndefined();
    expect(gap.pending.value).toBe(false);
  });

  it('can be stopped with its last reply, and repeats the same request', async () => {
    const gap = await create_subscribed();
    store.zoom.value = true;
    store.cursor_x.value = 1;
    await reply(10);
    store.cursor_x.value = 2;
    pending.shift()?.progress(40);
    gap.stop();
    await settle();
    expect(gap.value).toMatchObject({ current: { reply: { value: 10 } }, stopped: true });
    expect(gap.pending.value).toBe(false);
    expect(gap.progress.value).toBeUndefined();
    gap.again();
    expect(gap.value.stopped).toBeUndefined();
    expect(pending.map(({ request }) => request.low)).toEqual([2]);
    await reply(20);
    expect(gap.value).toMatchObject({ current: { request: { low: 2 }, reply: { value: 20 } } });
    expect(gap.pending.value).toBe(false);
    gap.stop();
    expect(gap.value.stopped).toBeUndefined();
  });

  it('cancels a long call when the request changes', async () => {
    const gap = await create_subscribed();
    store.zoom.value = true;
    store.cursor_x.value = 1;
    pending.shift()?.progress(40);
    store.cursor_x.value = 2;
    expect(gap.progress.value).toBeUndefined();
    await settle();
    expect(pending.map(({ request }) => request.low)).toEqual([2]);
    expect(gap.value).toMatchObject({ current: undefined });
    expect(gap.pending.value).toBe(true);
    const overtaken = pending.shift();
    store.cursor_x.value = 3;
    overtaken?.progress(40);
    await settle();
    expect(gap.progress.value).toBeUndefined();
    expect(pending.map(({ request }) => request.low)).toEqual([3]);
    await reply(30);
    expect(gap.value).toMatchObject({ current: { reply: { value: 30 } } });
    expect(gap.pending.value).toBe(false);
  });
});

describe('replies', () => {
  /** Runs all microtasks, in which no reply is published yet. */
  const microtasks = async () => {
    for (let tick = 0; tick < 20; tick++) await Promise.resolve();
  };

  it('are published together, without waiting for others', async () => {
    const gaps = [await create_subscribed(), await create_subscribed(), await create_subscribed()];
    const seen: unknown[][] = [];
    // Records all values whenever the first one is published.
    gaps[0]?.subscribe(() => seen.push(gaps.map((gap) => gap.peek().current?.reply)));
    store.zoom.value = true;
    store.cursor_x.value = 1;
    const [first, second, third] = pending.splice(0);
    first?.resolve(10);
    second?.resolve(20);
    await microtasks();
    expect(seen).toEqual([[undefined, undefined, undefined]]);
    await settle();
    expect(seen.slice(1)).toEqual([[10, 20, undefined]]);
    expect(gaps.map((gap) => gap.pending.value)).toEqual([false, false, true]);
    third?.resolve(30);
    await settle();
    expect(gaps.map((gap) => gap.value.current?.reply)).toEqual([10, 20, 30]);
  });

  it('do not revert requests made before they are published', async () => {
    const gap = await create_subscribed();
    store.zoom.value = true;
    store.cursor_x.value = 1;
    pending.shift()?.resolve({ value: 10, derivative: 0 });
    await microtasks();
    store.cursor_x.value = 2;
    await settle();
    expect(gap.value).toMatchObject({ current: { request: { low: 1 }, reply: { value: 10 } } });
    expect(gap.pending.value).toBe(true);
    pending.shift()?.progress(40);
    gap.stop();
    await microtasks();
    gap.again();
    await settle();
    expect(gap.value.stopped).toBeUndefined();
    expect(gap.pending.value).toBe(true);
    await reply(20);
    expect(gap.value).toMatchObject({ current: { request: { low: 2 }, reply: { value: 20 } } });
    expect(gap.pending.value).toBe(false);
  });
});
