/** The page's connection to a worker, with a fake worker that the test controls. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../web/page/src/compute/connection.ts';
import type { FromWorker, ToWorker } from '../../web/page/src/compute/protocol.ts';

class FakeWorker {
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message?: string; preventDefault: () => void }) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  readonly received: ToWorker[] = [];
  ended = false;
  /** Error that postMessage throws, such as for a message that cannot be cloned. */
  post_error: Error | undefined;

  addEventListener(type: 'messageerror', listener: () => void): void {
    if (type === 'messageerror') this.onmessageerror = listener;
  }
  postMessage(message: ToWorker): void {
    if (this.post_error) throw this.post_error;
    this.received.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  posts(data: unknown): void {
    this.onmessage?.({ data: data as FromWorker });
  }
  is_ready(): void {
    this.posts({ kind: 'loaded', info: { variant: 'simd' } });
  }
}

const { started, start } = vi.hoisted(() => ({
  started: [] as FakeWorker[],
  start: { error: undefined as Error | undefined },
}));

function start_worker(): Worker {
  if (start.error) throw start.error;
  const fake = new FakeWorker();
  started.push(fake);
  return fake as unknown as Worker;
}

const request = { recipe: 'step.one', state: {} };

const { connect, core, CoreError, CoreUnavailable, set_worker_start } =
  await import('../../web/page/src/compute/connection.ts');
const { when_at_rest } = await import('../../web/page/src/compute/rest.ts');
set_worker_start(start_worker);
let connection: Connection;
const worker = () => started[started.length - 1] as FakeWorker;
const phase = () => connection.state.value;

beforeEach(() => {
  vi.useFakeTimers();
  started.length = 0;
  start.error = undefined;
  connection = connect('page');
  connection.restart();
});
afterEach(() => {
  connection.stop();
  vi.useRealTimers();
});

describe('a connection', () => {
  it('matches replies and calls by sequence number', async () => {
    worker().is_ready();
    const [one, two] = [connection.call('ask', request), connection.call('ask', request)];
    worker().posts({ kind: 'reply', sequence: 2, reply: 'two' });
    worker().posts({ kind: 'reply', sequence: 1, reply: 'one' });
    expect(await Promise.all([one, two])).toEqual(['one', 'two']);
  });

  it('reports progress until the call has ended', async () => {
    worker().is_ready();
    const progress_values: unknown[] = [];
    const call = connection.call('ask', request, {
      on_progress: (value) => progress_values.push(value),
    });
    worker().posts({ kind: 'progress', sequence: 1, progress: 10 });
    worker().posts({ kind: 'progress', sequence: 1, progress: 20 });
    worker().posts({ kind: 'reply', sequence: 1, reply: 'done' });
    worker().posts({ kind: 'progress', sequence: 1, progress: 30 });
    expect(await call).toBe('done');
    expect(progress_values).toEqual([10, 20]);
  });

  it('rejects with the error of the core', async () => {
    worker().is_ready();
    const call = connection.call('ask', request);
    worker().posts({
      kind: 'error',
      sequence: 1,
      error: { code: 'invalid_argument', message: 'no' },
    });
    await expect(call).rejects.toBeInstanceOf(CoreError);
    expect(phase().phase).toBe('ready');
  });

  it('a cancelled call rejects at once and notifies the worker; its reply is ignored', async () => {
    worker().is_ready();
    const stop = new AbortController();
    const call = connection.call('ask', request, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect(worker().received.at(-1)).toEqual({ kind: 'cancel', sequence: 1 });
    worker().posts({ kind: 'reply', sequence: 1, reply: 'late' });
    await expect(connection.call('ask', request, { signal: stop.signal })).rejects.toThrow(
      'enough',
    );
    expect(worker().received).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(phase().phase).toBe('ready');
  });

  it('an abort after the call has no effect', async () => {
    worker().is_ready();
    const stop = new AbortController();
    const removed = vi.spyOn(stop.signal, 'removeEventListener');
    const call = connection.call('ask', request, { signal: stop.signal });
    worker().posts({ kind: 'reply', sequence: 1, reply: 'done' });
    await call;
    expect(removed).toHaveBeenCalledTimes(1);
    stop.abort();
    expect(worker().received).toHaveLength(1);
  });

  it('terminates a worker after ten seconds without a message; progress restarts the time', async () => {
    worker().is_ready();
    const call = connection.call('ask', request);
    const rejected = expect(call).rejects.toBeInstanceOf(CoreUnavailable);
    vi.advanceTimersByTime(9_000);
    worker().posts({ kind: 'progress', sequence: 1, progress: 1 });
    vi.advanceTimersByTime(9_000);
    expect(phase().phase).toBe('ready');
    vi.advanceTimersByTime(1_001);
    expect(phase()).toMatchObject({ phase: 'failed', failure: 'worker_silent' });
    expect(worker().ended).toBe(true);
    await rejected;
  });

  it('the time limit does not count the time in which the page was asleep', async () => {
    worker().is_ready();
    const call = connection.call('ask', request);
    vi.advanceTimersByTime(3_000);
    // On waking all overdue timers run before the reply arrives.
    const now = Date.now();
    for (let hour = 0; hour < 3; ++hour) {
      vi.setSystemTime(now + 3_600_000 * (hour + 1));
      vi.runOnlyPendingTimers();
    }
    expect(phase().phase).toBe('ready');
    worker().posts({ kind: 'reply', sequence: 1, reply: 'done' });
    expect(await call).toBe('done');
  });

  it('reports a core that loads slowly, and uses it once loaded', () => {
    vi.advanceTimersByTime(9_999);
    expect(phase()).toEqual({ phase: 'starting' });
    vi.advanceTimersByTime(1);
    expect(phase()).toEqual({ phase: 'starting', slow: true });
    worker().is_ready();
    expect(phase().phase).toBe('ready');
    connection.restart();
    worker().is_ready();
    vi.advanceTimersByTime(60_000);
    expect(phase().phase).toBe('ready');
  });

  it('fails when the worker’s script does not load, throws, or sends an unreadable message', async () => {
    const failures: ((fake: FakeWorker) => void)[] = [
      (fake) => fake.onerror?.({ message: 'boom', preventDefault: () => undefined }),
      (fake) => fake.onmessageerror?.(),
    ];
    for (const failure of failures) {
      connection.restart();
      worker().is_ready();
      const call = connection.call('ask', request);
      failure(worker());
      await expect(call).rejects.toBeInstanceOf(CoreUnavailable);
      expect(phase()).toMatchObject({ phase: 'failed', failure: 'worker_failed' });
    }
    start.error = new Error('no worker');
    connection.restart();
    expect(phase()).toMatchObject({
      phase: 'failed',
      failure: 'worker_failed',
      detail: 'Error: no worker',
    });
    await expect(connection.call('ask', request)).rejects.toBeInstanceOf(CoreUnavailable);
  });

  it('a request that cannot be sent rejects alone; the worker and other calls continue', async () => {
    worker().is_ready();
    const other = connection.call('ask', request);
    worker().post_error = new Error('cannot be cloned');
    await expect(connection.call('ask', request)).rejects.toThrow('cannot be cloned');
    worker().post_error = undefined;
    worker().posts({ kind: 'reply', sequence: 1, reply: 'one' });
    expect(await other).toBe('one');
    expect(phase().phase).toBe('ready');
  });

  it('ignores messages of previous workers', () => {
    const first = worker();
    connection.restart();
    expect(first.ended).toBe(true);
    first.is_ready();
    expect(phase().phase).toBe('starting');
    worker().is_ready();
    expect(phase().phase).toBe('ready');
  });

  it('reports why the core could not be loaded', () => {
    worker().posts({ kind: 'load_failed', error: { code: 'out_of_memory', message: 'no room' } });
    expect(phase()).toEqual({ phase: 'failed', failure: 'out_of_memory', detail: 'no room' });
    connection.restart();
    worker().posts({ kind: 'load_failed', error: { code: 'strange', message: '?' } });
    expect(phase()).toMatchObject({ failure: 'internal' });
  });

  it('is not ready after stop', async () => {
    worker().is_ready();
    const call = connection.call('ask', request);
    connection.stop();
    await expect(call).rejects.toBeInstanceOf(CoreUnavailable);
    expect(worker().ended).toBe(true);
    expect(phase().phase).toBe('starting');
  });
});

describe('what waits until the page is at rest', () => {
  let act: ReturnType<typeof vi.fn<() => void>>;
  beforeEach(() => {
    act = vi.fn<() => void>();
    worker().is_ready();
    core.restart();
  });
  afterEach(() => core.stop());

  it('is done once, when no worker has had a call for half a second', async () => {
    when_at_rest(act);
    vi.advanceTimersByTime(5_000);
    worker().is_ready();
    const calls = [connection.call('ask', request)];
    vi.advanceTimersByTime(5_000);
    expect(act).not.toHaveBeenCalled();
    started[0]?.posts({ kind: 'reply', sequence: 1, reply: 'one' });
    vi.advanceTimersByTime(400);
    calls.push(core.call('ask', request));
    vi.advanceTimersByTime(400);
    const { sequence } = worker().received.at(-1) ?? {};
    worker().posts({ kind: 'reply', sequence, reply: 'two' });
    expect(await Promise.all(calls)).toEqual(['one', 'two']);
    vi.advanceTimersByTime(400);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(101);
    expect(act).toHaveBeenCalledTimes(1);
    core.restart();
    worker().is_ready();
    vi.advanceTimersByTime(5_000);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('is not done when it is cancelled, nor without a core', () => {
    const cancel = when_at_rest(act);
    worker().is_ready();
    vi.advanceTimersByTime(400);
    cancel();
    vi.advanceTimersByTime(5_000);
    core.restart();
    when_at_rest(act);
    worker().posts({ kind: 'load_failed', error: { code: 'out_of_memory', message: 'no room' } });
    vi.advanceTimersByTime(5_000);
    expect(act).not.toHaveBeenCalled();
  });
});
